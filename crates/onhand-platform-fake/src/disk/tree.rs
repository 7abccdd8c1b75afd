//! How things come to stand where they stand.

use std::collections::HashMap;
use std::time::SystemTime;

use onhand_platform::{Os, RootedPath};

use super::link::LinkTarget;
use super::{Fault, FileContent, Inode};
use crate::MachineError;

/// How many segments a path may have. Real disks stop at about the same depth, and a bound keeps
/// the work for one path small.
pub(super) const MAX_SEGMENTS: usize = 128;

/// The files of a machine. The parents of whatever stands on it are folders.
#[derive(Debug, Clone)]
pub(crate) struct Disk {
    os: Os,
    pub(super) nodes: HashMap<RootedPath, Inode>,
    /// Which thing stands at each path of `nodes`. Hard links share one number.
    pub(super) identities: HashMap<RootedPath, u128>,
    next_identity: u128,
    pub(super) faults: HashMap<RootedPath, Fault>,
}

impl Disk {
    /// An empty disk: `/`, or `C:\` on Windows.
    pub(crate) fn new(os: Os) -> Self {
        let root = match os {
            Os::Win32 => r"C:\",
            Os::Darwin | Os::Linux => "/",
        };
        let root = RootedPath::new(os, root).expect("a root obeys the path rules");
        let mut disk = Disk {
            os,
            nodes: HashMap::new(),
            identities: HashMap::new(),
            next_identity: 1,
            faults: HashMap::new(),
        };
        let children = Vec::new();
        disk.insert(root, Inode::Directory { children });
        disk
    }

    /// Puts a new thing there; gives what stood there before.
    fn insert(&mut self, path: RootedPath, node: Inode) -> Option<Inode> {
        self.identities.insert(path.clone(), self.next_identity);
        self.next_identity += 1;
        self.nodes.insert(path, node)
    }

    /// Takes a path's text.
    pub(crate) fn path(&self, text: &str) -> Result<RootedPath, MachineError> {
        let path = RootedPath::new(self.os, text).map_err(|violation| MachineError::Path {
            path: text.to_owned(),
            os: self.os,
            violation,
        })?;
        let mut upwards = std::iter::successors(Some(path.clone()), RootedPath::parent);
        // Itself, the folders above it, and the root.
        if upwards.nth(MAX_SEGMENTS + 1).is_some() {
            return Err(MachineError::TooDeep {
                path: text.to_owned(),
                limit: MAX_SEGMENTS,
            });
        }
        Ok(path)
    }

    /// Whether anything stands there, links not followed.
    pub(crate) fn holds(&self, path: &RootedPath) -> bool {
        self.nodes.contains_key(path)
    }

    pub(crate) fn put_file(
        &mut self,
        path: RootedPath,
        content: FileContent,
    ) -> Result<(), MachineError> {
        let file = Inode::File {
            content,
            modified: None,
            executable: (self.os != Os::Win32).then_some(true),
        };
        self.put(path, file)
    }

    pub(crate) fn put_directory(&mut self, path: RootedPath) -> Result<(), MachineError> {
        if matches!(self.nodes.get(&path), Some(Inode::Directory { .. })) {
            return Ok(());
        }
        let children = Vec::new();
        self.put(path, Inode::Directory { children })
    }

    pub(crate) fn put_link(&mut self, at: RootedPath, target: &str) -> Result<(), MachineError> {
        let target = LinkTarget::parse(self.os, target)?;
        self.put(at, Inode::Link(target))
    }

    /// Gives the file at `existing` one name more.
    pub(crate) fn put_hard_link(
        &mut self,
        at: RootedPath,
        existing: &RootedPath,
    ) -> Result<(), MachineError> {
        let known = self.nodes.get(existing).zip(self.identities.get(existing));
        let Some((file @ Inode::File { .. }, &identity)) = known else {
            return Err(MachineError::HardLink(existing.to_string()));
        };
        let file = file.clone();
        self.put(at.clone(), file)?;
        self.identities.insert(at, identity);
        Ok(())
    }

    pub(crate) fn put_fault(&mut self, path: RootedPath, fault: Fault) -> Result<(), MachineError> {
        match fault {
            Fault::AppExecutionAlias if self.os != Os::Win32 => {
                Err(MachineError::WindowsOnly("an app-execution alias"))
            }
            Fault::AppExecutionAlias => self.put(path, Inode::AppExecutionAlias),
            Fault::Fifo => self.put(path, Inode::Other),
            _ => {
                self.faults.insert(path, fault);
                Ok(())
            }
        }
    }

    /// Says when a file was last written.
    pub(crate) fn set_modified(
        &mut self,
        path: &RootedPath,
        time: SystemTime,
    ) -> Result<(), MachineError> {
        self.describe_file(path, |file| {
            if let Inode::File { modified, .. } = file {
                *modified = Some(time);
            }
        })
    }

    /// Says that nobody may execute a file, or that somebody may.
    pub(crate) fn set_executable(
        &mut self,
        path: &RootedPath,
        may: bool,
    ) -> Result<(), MachineError> {
        if self.os == Os::Win32 {
            return Err(MachineError::NotOnWindows("an executable bit"));
        }
        self.describe_file(path, |file| {
            if let Inode::File { executable, .. } = file {
                *executable = Some(may);
            }
        })
    }

    /// Changes what is known of a file, by each of its names.
    fn describe_file(
        &mut self,
        path: &RootedPath,
        change: impl Fn(&mut Inode),
    ) -> Result<(), MachineError> {
        if !matches!(self.nodes.get(path), Some(Inode::File { .. })) {
            return Err(MachineError::NoFile(path.to_string()));
        }
        let identity = self.identities.get(path);
        let names = self.identities.iter();
        let names = names.filter(|(_, other)| Some(*other) == identity);
        for (name, _) in names {
            if let Some(file) = self.nodes.get_mut(name) {
                change(file);
            }
        }
        Ok(())
    }

    /// Takes away what stands there and below, and the faults there and below. A root stays.
    pub(crate) fn remove(&mut self, path: &RootedPath) {
        let mut doomed = vec![path.clone()];
        while let Some(path) = doomed.pop() {
            self.identities.remove(&path);
            if let Some(Inode::Directory { children }) = self.nodes.remove(&path) {
                doomed.extend(children);
            }
        }
        self.faults.retain(|faulty, _| !faulty.starts_with(path));
        match path.parent() {
            Some(parent) => {
                if let Some(Inode::Directory { children }) = self.nodes.get_mut(&parent) {
                    children.retain(|child| child != path);
                }
            }
            None => {
                let children = Vec::new();
                self.insert(path.clone(), Inode::Directory { children });
            }
        }
    }

    /// Puts `node` there, in place of anything but a folder that something stands in.
    fn put(&mut self, path: RootedPath, node: Inode) -> Result<(), MachineError> {
        let in_the_way = match self.nodes.get(&path) {
            Some(Inode::Directory { children }) => path.parent().is_none() || !children.is_empty(),
            _ => false,
        };
        if in_the_way {
            return Err(MachineError::FolderInTheWay(path.to_string()));
        }
        self.make_parents(&path)?;
        if self.insert(path.clone(), node).is_none() {
            self.enter_in_parent(&path);
        }
        Ok(())
    }

    fn make_parents(&mut self, path: &RootedPath) -> Result<(), MachineError> {
        let mut missing = Vec::new();
        let mut next = path.parent();
        while let Some(ancestor) = next {
            match self.nodes.get(&ancestor) {
                Some(Inode::Directory { .. }) => break,
                Some(node) => {
                    return Err(MachineError::BelowNoFolder {
                        path: path.to_string(),
                        ancestor: ancestor.to_string(),
                        kind: node.kind(),
                    });
                }
                None => next = ancestor.parent(),
            }
            missing.push(ancestor);
        }
        for folder in missing.into_iter().rev() {
            let children = Vec::new();
            self.insert(folder.clone(), Inode::Directory { children });
            self.enter_in_parent(&folder);
        }
        Ok(())
    }

    fn enter_in_parent(&mut self, path: &RootedPath) {
        if let Some(parent) = path.parent()
            && let Some(Inode::Directory { children }) = self.nodes.get_mut(&parent)
        {
            children.push(path.clone());
        }
    }
}
