//! What this machine calls itself among others.

#[cfg(unix)]
use onhand_platform::HostResult;

/// The host name, by `uname`.
#[cfg(unix)]
pub(crate) fn read() -> HostResult<String> {
    let system = rustix::system::uname();
    let name = system.nodename().to_str();
    name.map(str::to_owned)
        .map_err(|_| onhand_platform::HostError::NotUnicode)
}

#[cfg(windows)]
pub(crate) use windows::read;

#[cfg(windows)]
#[allow(unsafe_code, reason = "std has no call for the name")]
mod windows {
    use std::io;

    use onhand_platform::{HostError, HostResult};
    use windows_sys::Win32::System::SystemInformation::{
        ComputerNameDnsHostname, GetComputerNameExW,
    };

    /// The host name in DNS, which other programs give too; that of NetBIOS is cut at 15 characters.
    pub(crate) fn read() -> HostResult<String> {
        // A label of DNS has no more than 63 characters.
        let mut name = [0_u16; 256];
        let mut len = name.len() as u32;
        // SAFETY: `name` has room for `len` characters, and both outlive the call.
        let done =
            unsafe { GetComputerNameExW(ComputerNameDnsHostname, name.as_mut_ptr(), &raw mut len) };
        if done == 0 {
            return Err(io::Error::last_os_error().into());
        }
        let name = name.get(..len as usize).unwrap_or_default();
        String::from_utf16(name).map_err(|_| HostError::NotUnicode)
    }
}
