//! The version resource: a fixed block of numbers, and tables of texts.
//!
//! ```text
//! VS_VERSION_INFO        value: the fixed block
//! ├── StringFileInfo
//! │   ├── 040904B0       a table: its language and code page
//! │   │   ├── FileVersion      value: a text
//! │   │   └── ProductVersion
//! │   └── 040704B0 …
//! └── VarFileInfo
//! ```

use onhand_resolver::Observation;

use super::block::Block;
use super::error::PeError;
use super::little_endian::u32_at;
use super::version::PeVersion;
use crate::stated::observe_stated;

/// What the fixed block starts with.
const SIGNATURE: u32 = 0xFEEF_04BD;

/// The layout of the fixed block: where the halves of its two versions are, and its size.
const FILE_VERSION: (usize, usize) = (8, 12);
const PRODUCT_VERSION: (usize, usize) = (16, 20);
const FIXED_SIZE: usize = 52;

/// What the key of a table starts with whose language is the neutral one.
const NEUTRAL: &str = "0000";

/// Reads the versions that a resource states. One pass over it, whatever it holds.
pub(super) fn read(resource: &[u8]) -> Result<PeVersion, PeError> {
    let root = Block::root(resource)
        .filter(|root| root.is("VS_VERSION_INFO"))
        .ok_or(PeError::VersionInfo("it doesn't start as one"))?;
    // The signature tells the fixed block, wherever padding has put it, and then the length of the
    // value needn't be right. What is no fixed block is skipped by its length.
    let [padded, unpadded] = root.value_starts();
    let start = [padded, unpadded]
        .into_iter()
        .find(|at| u32_at(resource, *at) == Some(SIGNATURE));
    let value_end = match (start, root.value_length()) {
        (Some(at), length) => at.saturating_add(length.max(FIXED_SIZE)),
        (None, 0) => unpadded,
        (None, length) => padded.saturating_add(length),
    };
    let table = root
        .blocks_from(value_end)
        .filter(|block| block.is("StringFileInfo"))
        .flat_map(|strings| strings.blocks())
        .map(|table| Table::read(&table))
        .min_by_key(Table::rank)
        .unwrap_or_default();
    tracing::debug!(
        has_fixed_block = start.is_some(),
        string_table = table.key,
        "version resource read"
    );
    let fixed = start.and_then(|at| resource.get(at..));
    let dotted = |at| dotted(fixed?, at);
    Ok(PeVersion {
        fixed_file: dotted(FILE_VERSION),
        fixed_product: dotted(PRODUCT_VERSION),
        string_file: table.file,
        string_product: table.product,
    })
}

/// A version of the fixed block: two numbers of 32 bits, each in halves.
fn dotted(fixed: &[u8], (high, low): (usize, usize)) -> Option<String> {
    let (high, low) = (u32_at(fixed, high)?, u32_at(fixed, low)?);
    let low_half = |number: u32| number & 0xFFFF;
    Some(format!(
        "{}.{}.{}.{}",
        high >> 16,
        low_half(high),
        low >> 16,
        low_half(low)
    ))
}

/// What one table says.
#[derive(Default)]
struct Table {
    key: String,
    file: Option<String>,
    product: Option<String>,
}

impl Table {
    fn read(table: &Block<'_>) -> Self {
        let (mut file, mut product) = (None, None);
        for string in table.blocks() {
            let text = || string.text().map(|text| text.trim().to_owned());
            if file.is_none() && string.is("FileVersion") {
                file = text();
            } else if product.is_none() && string.is("ProductVersion") {
                product = text();
            }
        }
        Table {
            key: table.key(),
            file,
            product,
        }
    }

    /// The first of the least rank counts: one that states a version before one that states none,
    /// and of these one of the neutral language.
    fn rank(&self) -> (bool, bool) {
        let states = |text: &Option<String>| {
            let observed = text.as_deref().map(observe_stated);
            observed.is_some_and(|observed| !matches!(observed, Observation::Absent(_)))
        };
        let states_a_version = states(&self.file) || states(&self.product);
        (!states_a_version, !self.key.starts_with(NEUTRAL))
    }
}
