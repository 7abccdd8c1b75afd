//! Hosts that stand in front of another one and change some of its answers.
//!
//! Each tier has a trait for them, whose methods all ask the host behind. A wrapper writes the methods whose answers it
//! changes, and is a host of that tier by that. A method that a tier gets is listed here once, for all wrappers.

use std::sync::Arc;
use std::time::{Duration, Instant};

use async_trait::async_trait;

use super::{
    DirectoryEntry, HostFile, HostResult, InspectHost, Listeners, Listing, LocateHost,
    LoopbackAnswer, LoopbackRequest, Metadata, Pid, ProbeHost, ProcessState, Session,
    UninstallEntries,
};
use crate::{Os, RootedPath};

/// Writes the trait of the wrappers of a tier, and makes each of them a host of that tier.
macro_rules! wrapper_of {
    (
        $host:ident;
        $(#[$meta:meta])*
        trait $wrapper:ident: [$($bound:tt)+] { $($own:tt)* }
        $(fn $name:ident $(<$of:lifetime>)? (& $($by:lifetime)? self $(, $arg:ident: $ty:ty)*) -> $answer:ty;)*
        $(async fn $waits:ident(&self $(, $with:ident: $of_type:ty)*) -> $later:ty;)*
    ) => {
        $(#[$meta])*
        #[async_trait]
        pub trait $wrapper: $($bound)+ {
            $($own)*
            $(
                #[doc = concat!("[`", stringify!($host), "::", stringify!($name), "`] of the host behind.")]
                fn $name $(<$of>)? (& $($by)? self $(, $arg: $ty)*) -> $answer {
                    self.wrapped().$name($($arg),*)
                }
            )*
            $(
                #[doc = concat!("[`", stringify!($host), "::", stringify!($waits), "`] of the host behind.")]
                async fn $waits(&self $(, $with: $of_type)*) -> $later {
                    self.wrapped().$waits($($with),*).await
                }
            )*
        }

        #[async_trait]
        impl<W: $wrapper> $host for W {
            $(
                fn $name $(<$of>)? (& $($by)? self $(, $arg: $ty)*) -> $answer {
                    $wrapper::$name(self $(, $arg)*)
                }
            )*
            $(
                async fn $waits(&self $(, $with: $of_type)*) -> $later {
                    $wrapper::$waits(self $(, $with)*).await
                }
            )*
        }
    };
}

wrapper_of! {
    LocateHost;
    /// A [`LocateHost`] in front of another one: it answers what that one answers, but where it has a method of its
    /// own. [`InspectWrapper`] and [`ProbeWrapper`] make it a host of the higher tiers. A reference to a host is one.
    ///
    /// ```
    /// use onhand_platform::{HostResult, LocateHost, LocateWrapper};
    ///
    /// /// The same machine for somebody without a home.
    /// struct Homeless<H>(H);
    ///
    /// impl<H: LocateHost> LocateWrapper for Homeless<H> {
    ///     type Host = H;
    ///
    ///     fn wrapped(&self) -> &H {
    ///         &self.0
    ///     }
    ///
    ///     fn home(&self) -> HostResult<Option<String>> {
    ///         Ok(None)
    ///     }
    /// }
    ///
    /// fn ask(host: &impl LocateHost) {
    ///     let host: &dyn LocateHost = &Homeless(host);
    ///     assert_eq!(host.home(), Ok(None));
    /// }
    /// ```
    trait LocateWrapper: [Send + Sync] {
        /// The host behind.
        type Host: LocateHost + ?Sized;

        /// The host behind.
        fn wrapped(&self) -> &Self::Host;
    }
    fn os(&self) -> Os;
    fn env(&self, name: &str) -> HostResult<Option<String>>;
    fn home(&self) -> HostResult<Option<String>>;
    fn stat(&self, path: &RootedPath) -> HostResult<Metadata>;
    fn resolve(&self, path: &RootedPath) -> HostResult<RootedPath>;
    fn list(&self, path: &RootedPath, limit: usize) -> HostResult<Vec<DirectoryEntry>>;
    fn listing(&self, path: &RootedPath, limit: usize) -> HostResult<Listing>;
}

wrapper_of! {
    InspectHost;
    /// An [`InspectHost`] in front of another one; see [`LocateWrapper`].
    trait InspectWrapper: [LocateWrapper<Host: InspectHost>] {}
    fn open<'a>(&'a self, path: &RootedPath) -> HostResult<Box<dyn HostFile + 'a>>;
    fn uninstall_entries(&self) -> HostResult<Arc<UninstallEntries>>;
}

wrapper_of! {
    ProbeHost;
    /// A [`ProbeHost`] in front of another one; see [`LocateWrapper`].
    trait ProbeWrapper: [InspectWrapper<Host: ProbeHost>] {}
    fn own_pid(&self) -> Option<Pid>;
    fn machine_name(&self) -> HostResult<String>;
    async fn process(&self, pid: Pid) -> HostResult<ProcessState>;
    async fn listeners(&self, deadline: Instant) -> HostResult<Listeners>;
    async fn session(&self) -> HostResult<Session>;
    async fn request(&self, request: LoopbackRequest<'_>) -> HostResult<LoopbackAnswer>;
    async fn pause(&self, duration: Duration) -> ();
}

impl<H: LocateHost + ?Sized> LocateWrapper for &H {
    type Host = H;

    fn wrapped(&self) -> &H {
        self
    }
}

impl<H: InspectHost + ?Sized> InspectWrapper for &H {}

impl<H: ProbeHost + ?Sized> ProbeWrapper for &H {}
