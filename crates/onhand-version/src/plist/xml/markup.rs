//! From text to tags and characters.
//!
//! The splitting is `quick-xml`'s. What it leaves to its caller is done here: that the document
//! is whole, that references stand for something, that the declaration and the document type are
//! in their place, that no budget is overspent.

use std::borrow::Cow;

use quick_xml::Reader;
use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::{BytesDecl, BytesRef, BytesStart, Event};

use super::error::quoted;
use super::tag::Tag;
use super::{Encoding, XmlError};

/// A document as a stream of tokens.
pub(super) struct Markup<'t> {
    reader: Reader<&'t [u8]>,
    encoding: Encoding,
    /// The elements that are open, the innermost last.
    open: Vec<Tag>,
    elements: usize,
    has_declaration: bool,
    has_doctype: bool,
    /// `<x/>` was read, and is yet to be closed.
    is_empty_element: bool,
}

/// A piece of a document. Comments and processing instructions are left out, and split no text.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Token<'t> {
    /// The start of an element.
    Open(Tag),
    /// The end of the element that is open.
    Close,
    /// Characters of a value or a key, references resolved.
    Characters(Cow<'t, str>),
    /// The end of the document, with every element closed.
    End,
}

/// How deep elements may nest. Apple's own files have about five levels.
const MAX_DEPTH: usize = 128;

/// How many elements there may be; those of a file of 200 KiB are some ten thousand.
const MAX_ELEMENTS: usize = 100_000;

impl<'t> Markup<'t> {
    pub(super) fn new(text: &'t str, encoding: Encoding) -> Self {
        Markup {
            reader: Reader::from_str(text),
            encoding,
            open: Vec::new(),
            elements: 0,
            has_declaration: false,
            has_doctype: false,
            is_empty_element: false,
        }
    }

    /// The next piece. Not to be asked again after an error.
    pub(super) fn next(&mut self) -> Result<Token<'t>, XmlError> {
        if std::mem::take(&mut self.is_empty_element) {
            return Ok(self.close());
        }
        loop {
            match self.reader.read_event()? {
                Event::Start(start) => return self.open(&start),
                Event::Empty(start) => {
                    self.is_empty_element = true;
                    return self.open(&start);
                }
                Event::End(_) => return Ok(self.close()),
                Event::Text(text) if self.is_in_value() => {
                    return Ok(Token::Characters(text.xml10_content()));
                }
                Event::CData(text) if self.is_in_value() => {
                    return Ok(Token::Characters(text.xml10_content()));
                }
                Event::GeneralRef(reference) => {
                    let characters = resolve(&reference)?;
                    if !self.is_in_value() {
                        return Err(XmlError::StrayText);
                    }
                    return Ok(Token::Characters(characters));
                }
                Event::Text(text) if is_blank(&text) => {}
                Event::Text(_) | Event::CData(_) => return Err(XmlError::StrayText),
                Event::Comment(_) | Event::PI(_) => {}
                Event::Decl(_) if self.has_declaration || self.elements > 0 => {
                    return Err(XmlError::Declaration);
                }
                // XML wants it first of all; Apple's reader takes it after a comment too, and
                // there are files that start with a licence.
                Event::Decl(declaration) => {
                    self.has_declaration = true;
                    self.check_encoding(&declaration)?;
                }
                Event::DocType(_) if self.has_doctype || self.elements > 0 => {
                    return Err(XmlError::MisplacedDoctype);
                }
                Event::DocType(doctype) if doctype.contains("<!ENTITY") => {
                    return Err(XmlError::DeclaresEntities);
                }
                Event::DocType(_) => self.has_doctype = true,
                Event::Eof if !self.open.is_empty() => return Err(XmlError::CutShort),
                Event::Eof => return Ok(Token::End),
            }
        }
    }

    /// The next element among those that the open element holds; `None` where that element, or
    /// the document, ends.
    pub(super) fn next_child(&mut self) -> Result<Option<Tag>, XmlError> {
        loop {
            match self.next()? {
                Token::Open(tag) => return Ok(Some(tag)),
                Token::Close | Token::End => return Ok(None),
                Token::Characters(_) => {}
            }
        }
    }

    /// The text that the open element holds, up to its end. Not to be asked of one that holds
    /// elements.
    pub(super) fn rest_as_text(&mut self) -> Result<String, XmlError> {
        let mut text = String::new();
        while let Token::Characters(more) = self.next()? {
            text.push_str(&more);
        }
        Ok(text)
    }

    /// Passes over whatever the open element holds, and over its end.
    pub(super) fn skip_rest(&mut self) -> Result<(), XmlError> {
        let outside = self.open.len().saturating_sub(1);
        while self.open.len() > outside {
            self.next()?;
        }
        Ok(())
    }

    /// Whether characters may stand here. Elsewhere there is room for white space only.
    fn is_in_value(&self) -> bool {
        self.open.last().is_some_and(|tag| !tag.holds_elements())
    }

    fn open(&mut self, start: &BytesStart<'_>) -> Result<Token<'t>, XmlError> {
        let name = start.name();
        let tag = Tag::parse(name.as_ref())
            .ok_or_else(|| XmlError::UnknownElement(quoted(name.as_ref())))?;
        // Some readers end a tag at the first `>`, some look for the end of a quoted value.
        if start.attributes_raw().contains('<') {
            return Err(XmlError::Attributes(tag.describe()));
        }
        if let Some(around) = self.open.last().filter(|around| !around.holds_elements()) {
            return Err(XmlError::ElementInText(around.describe()));
        }
        if tag == Tag::Plist && !self.open.is_empty() {
            return Err(XmlError::NestedPlist);
        }
        if self.open.len() == MAX_DEPTH {
            return Err(XmlError::TooDeep(MAX_DEPTH));
        }
        if self.elements == MAX_ELEMENTS {
            return Err(XmlError::TooManyElements(MAX_ELEMENTS));
        }
        self.open.push(tag);
        self.elements += 1;
        Ok(Token::Open(tag))
    }

    fn close(&mut self) -> Token<'t> {
        // `quick-xml` has seen to it that something is open, and of that name.
        self.open.pop();
        Token::Close
    }

    fn check_encoding(&self, declaration: &BytesDecl<'_>) -> Result<(), XmlError> {
        declaration
            .xml_version()
            .map_err(|_| XmlError::Declaration)?;
        match declaration.encoding() {
            None => Ok(()),
            Some(Ok(name)) if self.encoding.is_called(&name) => Ok(()),
            Some(Ok(name)) => Err(XmlError::Encoding {
                declared: quoted(&name),
                real: self.encoding.family(),
            }),
            Some(Err(_)) => Err(XmlError::Declaration),
        }
    }
}

/// The characters that a reference stands for.
fn resolve<'t>(reference: &BytesRef<'_>) -> Result<Cow<'t, str>, XmlError> {
    let unknown = || XmlError::UnknownReference(quoted(&format!("&{};", &**reference)));
    match reference.resolve_char_ref() {
        Ok(Some(c)) => Ok(Cow::Owned(c.to_string())),
        Ok(None) => resolve_xml_entity(reference)
            .map(Cow::Borrowed)
            .ok_or_else(unknown),
        Err(_) => Err(unknown()),
    }
}

/// Whether a text is white space, as XML has it, or nothing.
fn is_blank(text: &str) -> bool {
    text.bytes()
        .all(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'))
}
