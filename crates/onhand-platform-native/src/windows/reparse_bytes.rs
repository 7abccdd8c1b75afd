//! The bytes of reparse points, as the programs of Windows write them. For tests only.
//!
//! Source: \[MS-FSCC\] 2.1.2, Reparse Points.

/// A link that `mklink` makes; its flag says whether it is relative. The name for people comes
/// first, and says something else.
pub(crate) fn symlink(target: &str, is_relative: bool) -> Vec<u8> {
    let print = utf16("for people");
    let target = utf16(target);
    let mut data = [print.len(), target.len(), 0, print.len()]
        .map(u16_bytes)
        .concat();
    data.extend(u32::from(is_relative).to_le_bytes());
    data.extend([print, target].concat());
    tagged(0xA000_000C, &data)
}

/// A junction that `mklink /J` makes, or a volume that `mountvol` mounts. Both names end in NUL.
pub(crate) fn junction(target: &str) -> Vec<u8> {
    let print = utf16("for people");
    let target = utf16(target);
    let mut data = [0, target.len(), target.len() + 2, print.len()]
        .map(u16_bytes)
        .concat();
    data.extend([target, vec![0, 0], print, vec![0, 0]].concat());
    tagged(0xA000_0003, &data)
}

/// An alias that an application of the Store brings along.
pub(crate) fn app_execution_alias() -> Vec<u8> {
    let texts = [
        "Vendor.App_1.0.0.0_x64__0123456789abc",
        "Vendor.App_0123456789abc!App",
        r"C:\Program Files\WindowsApps\Vendor.App_1.0.0.0_x64__0123456789abc\App.exe",
        "0",
    ];
    let texts = texts.map(|text| format!("{text}\0")).concat();
    tagged(0x8000_001B, &[vec![3, 0, 0, 0], utf16(&texts)].concat())
}

/// A reparse point of Microsoft's with that tag.
pub(crate) fn tagged(tag: u32, data: &[u8]) -> Vec<u8> {
    let mut bytes = tag.to_le_bytes().to_vec();
    bytes.extend(u16_bytes(data.len()));
    bytes.extend([0, 0]);
    bytes.extend(data);
    bytes
}

fn utf16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

fn u16_bytes(number: usize) -> [u8; 2] {
    u16::try_from(number).expect("short").to_le_bytes()
}
