//! XML documents as text.

use crate::machine::{said, version};

/// A document whose root dictionary holds the given text.
pub(crate) fn of(entries: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \
         \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n\
         <plist version=\"1.0\">\n<dict>\n{entries}\n</dict>\n</plist>\n"
    )
}

/// A document whose version is written like that.
pub(crate) fn with(text: &str) -> String {
    of(&format!(
        "<key>CFBundleVersion</key><string>{text}</string>"
    ))
}

/// Such a file is an error, and the reason is said.
pub(crate) fn is_malformed(info: impl AsRef<[u8]>, because: &str) {
    let info = info.as_ref();
    assert_eq!(
        said(version(info)),
        format!("error: malformed XML property list: {because}"),
        "{}",
        String::from_utf8_lossy(info)
    );
}

/// A text in UTF-16 with a byte-order mark; `unit` says in which order.
pub(crate) fn utf16(text: &str, unit: fn(u16) -> [u8; 2]) -> Vec<u8> {
    let marked = format!("\u{FEFF}{text}");
    marked.encode_utf16().flat_map(unit).collect()
}
