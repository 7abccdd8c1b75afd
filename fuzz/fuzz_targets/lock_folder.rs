#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| onhand_fuzz::lock_folder(data));
