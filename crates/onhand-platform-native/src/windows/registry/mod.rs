//! The uninstall registry: what each installer left for "Apps & features" to show.
//!
//! Source: Microsoft, "Uninstall Registry Key" and "Accessing an Alternate Registry View".

mod bounds;
mod children;
#[cfg(test)]
mod denied;
mod entries;
mod enumerate;
#[cfg(test)]
mod kernel_key;
mod unread;
mod value;
mod values;
mod watch;

pub(crate) use entries::uninstall_entries;
