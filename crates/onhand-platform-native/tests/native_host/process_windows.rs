//! What the processes of Windows have of their own.

#![allow(unsafe_code, reason = "std can't close a process to its own user")]

use std::io;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use std::process;
use std::ptr::{null, null_mut};

use onhand_platform::{Owner, Pid, ProcessState};
use windows_sys::Win32::Security::{
    ACL, ACL_REVISION, AdjustTokenPrivileges, DACL_SECURITY_INFORMATION, InitializeAcl,
    InitializeSecurityDescriptor, SECURITY_DESCRIPTOR, SetKernelObjectSecurity,
    SetSecurityDescriptorDacl, TOKEN_ADJUST_PRIVILEGES,
};
use windows_sys::Win32::System::SystemServices::SECURITY_DESCRIPTOR_REVISION;
use windows_sys::Win32::System::Threading::{
    GetCurrentProcess, OpenProcess, OpenProcessToken, PROCESS_QUERY_LIMITED_INFORMATION,
};

use crate::process::{end, linger, lingering, state};
use onhand_testkit::rerun::in_child;

/// Ids are multiples of 4, and Windows rounds those that are not.
#[test]
fn an_id_next_to_a_process_is_not_that_process() {
    let us = process::id();
    for id in us + 1..us + 4 {
        assert_eq!(state(id), ProcessState::Gone, "{id} next to {us}");
    }
}

#[test]
fn a_process_that_is_closed_to_us_runs_and_is_not_ours() {
    if in_child() {
        return linger();
    }
    let mut child =
        lingering("process_windows::a_process_that_is_closed_to_us_runs_and_is_not_ours");
    let id = child.id();
    give_up_privileges();
    close_to_all(child.as_raw_handle());
    // SAFETY: no pointer is given.
    let opened = unsafe { OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, 0, id) };
    assert!(opened.is_null(), "is closed");

    let closed = ProcessState::Running {
        started: None,
        owner: Owner::Other,
        parent: Pid::new(process::id()),
    };
    assert_eq!(state(id), closed);
    for next in id + 1..id + 4 {
        assert_eq!(state(next), ProcessState::Gone, "{next} next to {id}");
    }
    end(&mut child);
    assert_eq!(state(id), ProcessState::Gone);
}

/// An administrator's privilege to debug opens what is closed. No other test needs any.
fn give_up_privileges() {
    let mut token = null_mut();
    // SAFETY: the pseudo-handle is good for as long as we run; `token` outlives the call.
    let done =
        unsafe { OpenProcessToken(GetCurrentProcess(), TOKEN_ADJUST_PRIVILEGES, &raw mut token) };
    assert_done(done);
    // SAFETY: the handle was just made, and nobody else closes it.
    let token = unsafe { OwnedHandle::from_raw_handle(token) };
    // SAFETY: the token is open for it; 1 disables all privileges, and needs no list.
    let done = unsafe {
        AdjustTokenPrivileges(token.as_raw_handle(), 1, null(), 0, null_mut(), null_mut())
    };
    assert_done(done);
}

/// Takes from everybody the right to open the process. Handles that are open stay so.
fn close_to_all(process: *mut std::ffi::c_void) {
    let mut nobody = ACL::default();
    let mut security = SECURITY_DESCRIPTOR::default();
    let descriptor = (&raw mut security).cast();
    // SAFETY: both structures are as large as the calls are told, and outlive them; the
    // handle is open.
    unsafe {
        assert_done(InitializeAcl(
            &raw mut nobody,
            size_of::<ACL>() as u32,
            ACL_REVISION,
        ));
        assert_done(InitializeSecurityDescriptor(
            descriptor,
            SECURITY_DESCRIPTOR_REVISION,
        ));
        assert_done(SetSecurityDescriptorDacl(
            descriptor,
            1,
            &raw const nobody,
            0,
        ));
        assert_done(SetKernelObjectSecurity(
            process,
            DACL_SECURITY_INFORMATION,
            descriptor,
        ));
    }
}

fn assert_done(done: i32) {
    assert_ne!(done, 0, "{}", io::Error::last_os_error());
}
