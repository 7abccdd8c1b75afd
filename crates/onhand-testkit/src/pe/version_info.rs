//! A version resource.

/// A version resource: a fixed block, and nodes with texts.
#[derive(Debug, Clone, Default)]
pub struct VersionInfo {
    fixed: Vec<u8>,
    nodes: Vec<Node>,
    style: Style,
    size: Option<u16>,
}

/// A block of a version resource.
#[derive(Debug, Clone)]
pub struct Node {
    key: String,
    value: Value,
    nodes: Vec<Node>,
}

#[derive(Debug, Clone)]
enum Value {
    None,
    Text(String),
    Bytes(Vec<u8>),
}

/// How a compiler writes blocks. The default is as it should be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// Whether values and blocks start at a multiple of 4 bytes.
    pub is_padded: bool,
    /// Whether a text has a terminator.
    pub is_terminated: bool,
    /// What the length of a text counts.
    pub value_length: ValueLength,
    /// What the length of a block counts.
    pub length: Length,
    /// Bytes between blocks on top of their padding.
    pub gap: usize,
    /// What padding is filled with.
    pub filler: u8,
}

/// What the length of a text counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueLength {
    /// 16-bit units, with the terminator where there is one.
    Units,
    /// 16-bit units, without the terminator.
    UnitsWithoutTerminator,
    /// Bytes, with the terminator where there is one.
    Bytes,
    /// Nothing: it is 0.
    Zero,
}

/// What the length of a block counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Length {
    /// All of it, without the padding behind it.
    Exact,
    /// The padding behind it too.
    WithPaddingBehind,
    /// All but the padding between key and value.
    WithoutPaddingWithin,
}

/// The language and the code page of a table.
const ENGLISH_UNICODE: &str = "040904B0";

impl Default for Style {
    fn default() -> Self {
        Style {
            is_padded: true,
            is_terminated: true,
            value_length: ValueLength::Units,
            length: Length::Exact,
            gap: 0,
            filler: 0,
        }
    }
}

impl VersionInfo {
    /// One that says nothing.
    pub fn new() -> Self {
        VersionInfo::default()
    }

    /// Gives it a fixed block with that version, of the file and of the product.
    pub fn fixed(self, version: [u16; 4]) -> Self {
        self.fixed_pair(version, version)
    }

    /// Gives it a fixed block.
    pub fn fixed_pair(self, file: [u16; 4], product: [u16; 4]) -> Self {
        let halves = |[a, b, c, d]: [u16; 4]| [b, a, d, c].map(u16::to_le_bytes).concat();
        let mut block = Vec::new();
        block.extend(0xFEEF_04BD_u32.to_le_bytes());
        block.extend(0x0001_0000_u32.to_le_bytes());
        block.extend(halves(file));
        block.extend(halves(product));
        // The mask of the flags; no flags; Windows NT; an application; no subtype, no date.
        for number in [0x3F_u32, 0, 0x0004_0004, 1, 0, 0, 0] {
            block.extend(number.to_le_bytes());
        }
        self.fixed_bytes(block)
    }

    /// Gives it these bytes in place of a fixed block.
    pub fn fixed_bytes(mut self, block: impl Into<Vec<u8>>) -> Self {
        self.fixed = block.into();
        self
    }

    /// Adds a block as it is.
    pub fn node(mut self, node: Node) -> Self {
        self.nodes.push(node);
        self
    }

    /// Adds a table of texts. All of them stand in one `StringFileInfo`.
    pub fn table(mut self, key: &str, strings: &[(&str, &str)]) -> Self {
        let table = Node::table(key, strings);
        let at = self
            .nodes
            .iter()
            .position(|node| node.key == "StringFileInfo");
        match at {
            Some(at) => self.nodes[at].nodes.push(table),
            None => self.nodes.push(Node::new("StringFileInfo").node(table)),
        }
        self
    }

    /// Adds a table of texts in American English.
    pub fn strings(self, strings: &[(&str, &str)]) -> Self {
        self.table(ENGLISH_UNICODE, strings)
    }

    /// Adds a `VarFileInfo` with the languages of the tables.
    pub fn translations(self, translations: &[(u16, u16)]) -> Self {
        let value: Vec<u8> = translations
            .iter()
            .flat_map(|(language, code_page)| [*language, *code_page])
            .flat_map(u16::to_le_bytes)
            .collect();
        let translation = Node::new("Translation").bytes(value);
        self.node(Node::new("VarFileInfo").node(translation))
    }

    /// Writes it so.
    pub fn style(mut self, style: Style) -> Self {
        self.style = style;
        self
    }

    /// Lets it say that it is so long.
    pub fn length(mut self, length: u16) -> Self {
        self.size = Some(length);
        self
    }

    /// Writes it.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        let root = Node {
            key: "VS_VERSION_INFO".to_owned(),
            value: match self.fixed.is_empty() {
                true => Value::None,
                false => Value::Bytes(self.fixed.clone()),
            },
            nodes: self.nodes.clone(),
        };
        let mut bytes = Vec::new();
        root.write(&mut bytes, &self.style);
        if let Some(size) = self.size {
            bytes[..2].copy_from_slice(&size.to_le_bytes());
        }
        bytes
    }
}

impl Node {
    /// A block without a value.
    pub fn new(key: &str) -> Self {
        Node {
            key: key.to_owned(),
            value: Value::None,
            nodes: Vec::new(),
        }
    }

    /// A table of texts.
    pub fn table(key: &str, strings: &[(&str, &str)]) -> Self {
        strings.iter().fold(Node::new(key), |table, (key, text)| {
            table.node(Node::new(key).text(text))
        })
    }

    /// Gives it a text.
    pub fn text(mut self, text: &str) -> Self {
        self.value = Value::Text(text.to_owned());
        self
    }

    /// Gives it bytes.
    pub fn bytes(mut self, bytes: impl Into<Vec<u8>>) -> Self {
        self.value = Value::Bytes(bytes.into());
        self
    }

    /// Adds a block within it.
    pub fn node(mut self, node: Node) -> Self {
        self.nodes.push(node);
        self
    }

    fn write(&self, out: &mut Vec<u8>, style: &Style) {
        let start = out.len();
        let (value, length, kind) = self.value_bytes(style);
        out.extend([0; 2]);
        out.extend(length.to_le_bytes());
        out.extend(kind.to_le_bytes());
        out.extend(units(&self.key, true));
        let mut padding_within = 0;
        if !value.is_empty() {
            padding_within = pad(out, style);
            out.extend(value);
        }
        for node in &self.nodes {
            pad(out, style);
            out.resize(out.len() + style.gap, 0);
            node.write(out, style);
        }
        let length = match style.length {
            Length::Exact => out.len() - start,
            Length::WithPaddingBehind => (out.len() - start).next_multiple_of(4),
            Length::WithoutPaddingWithin => out.len() - start - padding_within,
        };
        out[start..start + 2].copy_from_slice(&(length as u16).to_le_bytes());
    }

    /// The bytes of the value, how long it says that it is, and its type.
    fn value_bytes(&self, style: &Style) -> (Vec<u8>, u16, u16) {
        let text = match &self.value {
            Value::None => return (Vec::new(), 0, 1),
            Value::Bytes(bytes) => return (bytes.clone(), bytes.len() as u16, 0),
            Value::Text(text) => text,
        };
        let bytes = units(text, style.is_terminated);
        let length = match style.value_length {
            ValueLength::Units => bytes.len() / 2,
            ValueLength::UnitsWithoutTerminator => text.encode_utf16().count(),
            ValueLength::Bytes => bytes.len(),
            ValueLength::Zero => 0,
        };
        (bytes, length as u16, 1)
    }
}

fn units(text: &str, is_terminated: bool) -> Vec<u8> {
    let terminator = is_terminated.then_some(0);
    let units = text.encode_utf16().chain(terminator);
    units.flat_map(u16::to_le_bytes).collect()
}

/// Gives how many bytes it took.
fn pad(out: &mut Vec<u8>, style: &Style) -> usize {
    let start = out.len();
    if style.is_padded {
        out.resize(start.next_multiple_of(4), style.filler);
    }
    out.len() - start
}
