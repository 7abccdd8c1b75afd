//! What a file holds.

use std::fmt;
use std::sync::Arc;

/// What a file of a [`FakeHost`](crate::FakeHost) holds. A clone shares the bytes.
///
/// ```
/// use onhand_platform_fake::FileContent;
///
/// assert_eq!(FileContent::from("text").len(), 4);
/// assert_eq!(FileContent::zeros(180_000_000).len(), 180_000_000);
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct FileContent(Kind);

#[derive(Clone, PartialEq, Eq)]
enum Kind {
    Bytes(Arc<[u8]>),
    Zeros(u64),
}

impl FileContent {
    /// That many zero bytes, none of them held in memory: a file of which only the size counts.
    #[must_use]
    pub fn zeros(len: u64) -> Self {
        FileContent(Kind::Zeros(len))
    }

    /// How many bytes.
    #[must_use]
    pub fn len(&self) -> u64 {
        match &self.0 {
            Kind::Bytes(bytes) => bytes.len() as u64,
            Kind::Zeros(len) => *len,
        }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Copies from `offset` on until `buffer` is full or the content ends; gives how many bytes
    /// were copied.
    pub(crate) fn read_at(&self, offset: u64, buffer: &mut [u8]) -> usize {
        let rest = self.len().saturating_sub(offset);
        let read = usize::try_from(rest).map_or(buffer.len(), |rest| rest.min(buffer.len()));
        let target = &mut buffer[..read];
        match &self.0 {
            Kind::Bytes(bytes) => {
                let offset = usize::try_from(offset).unwrap_or(bytes.len());
                let source = bytes.get(offset..offset + read).unwrap_or_default();
                target[..source.len()].copy_from_slice(source);
            }
            Kind::Zeros(_) => target.fill(0),
        }
        read
    }

    /// The first bytes, at most `limit` of them.
    pub(crate) fn head(&self, limit: usize) -> Vec<u8> {
        let len = usize::try_from(self.len()).map_or(limit, |len| len.min(limit));
        let mut head = vec![0; len];
        self.read_at(0, &mut head);
        head
    }
}

impl fmt::Debug for FileContent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Bytes(bytes) => write!(f, "{} bytes", bytes.len()),
            Kind::Zeros(len) => write!(f, "{len} zeros"),
        }
    }
}

impl From<Vec<u8>> for FileContent {
    fn from(bytes: Vec<u8>) -> Self {
        FileContent(Kind::Bytes(bytes.into()))
    }
}

impl From<String> for FileContent {
    fn from(text: String) -> Self {
        text.into_bytes().into()
    }
}

impl From<&[u8]> for FileContent {
    fn from(bytes: &[u8]) -> Self {
        FileContent(Kind::Bytes(bytes.into()))
    }
}

impl<const N: usize> From<&[u8; N]> for FileContent {
    fn from(bytes: &[u8; N]) -> Self {
        bytes.as_slice().into()
    }
}

impl From<&str> for FileContent {
    fn from(text: &str) -> Self {
        text.as_bytes().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_read_ends_where_the_content_ends() {
        for content in [FileContent::from(&[0_u8; 5]), FileContent::zeros(5)] {
            for (offset, wanted, read) in [
                (0, 5, 5),
                (0, 9, 5),
                (3, 9, 2),
                (5, 1, 0),
                (6, 1, 0),
                (u64::MAX, 1, 0),
                (2, 0, 0),
            ] {
                let mut buffer = vec![7; wanted];
                assert_eq!(content.read_at(offset, &mut buffer), read, "{content:?}");
                assert!(buffer[..read].iter().all(|byte| *byte == 0));
                assert!(buffer[read..].iter().all(|byte| *byte == 7));
            }
        }
    }

    #[test]
    fn a_file_of_any_size_can_be_read_from_anywhere() {
        let content = FileContent::zeros(u64::MAX);
        let mut buffer = [7; 3];
        assert_eq!(content.read_at(u64::MAX - 2, &mut buffer), 2);
        assert_eq!(buffer, [0, 0, 7]);
        assert_eq!(content.head(4), [0; 4]);
    }
}
