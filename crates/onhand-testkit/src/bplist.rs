//! Binary property lists made object by object, so that a test can break any rule.

/// The file of these objects. The first is the root; a reference is one byte, so there can be 256
/// of them, and an offset is four.
#[must_use]
pub fn file(objects: &[Vec<u8>]) -> Vec<u8> {
    file_with_widths(objects, 4, 1)
}

/// The same with offsets and references of other widths. References within the objects are the
/// caller's.
#[must_use]
pub fn file_with_widths(objects: &[Vec<u8>], offset: usize, reference: usize) -> Vec<u8> {
    let mut file = b"bplist00".to_vec();
    let mut table = Vec::new();
    for object in objects {
        table.extend(number(file.len() as u64, offset));
        file.extend(object);
    }
    let table_start = file.len() as u64;
    file.extend(table);
    file.extend([0; 6]);
    file.extend([offset as u8, reference as u8]);
    file.extend((objects.len() as u64).to_be_bytes());
    file.extend(0_u64.to_be_bytes());
    file.extend(table_start.to_be_bytes());
    file
}

/// The same file with another trailer: what stands `at` bytes after its start.
#[must_use]
pub fn with_trailer(mut file: Vec<u8>, at: usize, bytes: &[u8]) -> Vec<u8> {
    let start = file.len() - 32 + at;
    file[start..start + bytes.len()].copy_from_slice(bytes);
    file
}

/// A number in so many bytes, big-endian.
#[must_use]
pub fn number(number: u64, width: usize) -> Vec<u8> {
    number.to_be_bytes()[8 - width..].to_vec()
}

/// A marker with its size.
#[must_use]
pub fn sized(kind: u8, size: usize) -> Vec<u8> {
    match u8::try_from(size) {
        Ok(size @ 0..15) => vec![kind | size],
        Ok(size) => vec![kind | 0x0F, 0x10, size],
        Err(_) => {
            let mut marker = vec![kind | 0x0F, 0x12];
            marker.extend(number(size as u64, 4));
            marker
        }
    }
}

/// A text of ASCII.
#[must_use]
pub fn ascii(text: &str) -> Vec<u8> {
    let mut object = sized(0x50, text.len());
    object.extend(text.as_bytes());
    object
}

/// A text of UTF-16.
#[must_use]
pub fn utf16(text: &str) -> Vec<u8> {
    let units: Vec<u16> = text.encode_utf16().collect();
    let mut object = sized(0x60, units.len());
    object.extend(units.iter().flat_map(|unit| unit.to_be_bytes()));
    object
}

/// An array of references.
#[must_use]
pub fn array(references: &[u8]) -> Vec<u8> {
    let mut object = sized(0xA0, references.len());
    object.extend(references);
    object
}

/// A dictionary of references, key and value.
#[must_use]
pub fn dictionary(entries: &[(u8, u8)]) -> Vec<u8> {
    let mut object = sized(0xD0, entries.len());
    object.extend(entries.iter().map(|(key, _)| key));
    object.extend(entries.iter().map(|(_, value)| value));
    object
}

/// A file whose root has the one entry, `CFBundleVersion`.
#[must_use]
pub fn with_version(value: Vec<u8>) -> Vec<u8> {
    file(&[dictionary(&[(1, 2)]), ascii("CFBundleVersion"), value])
}
