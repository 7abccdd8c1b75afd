//! Damage to sound files, the same in each run.

/// How many cases each reader gets.
pub const CASES: u32 = 20_000;

/// A source of numbers that look like chance: SplitMix64.
pub struct Chance(u64);

impl Chance {
    /// The same seed gives the same numbers.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Chance(seed)
    }

    /// Any number.
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut number = self.0;
        number = (number ^ (number >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        number = (number ^ (number >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        number ^ (number >> 31)
    }

    /// A number below the bound; 0 where there is none.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.draw() % bound.max(1) as u64) as usize
    }

    /// One of these.
    pub fn pick<'i, T>(&mut self, items: &'i [T]) -> &'i T {
        &items[self.below(items.len())]
    }

    /// A number as it may come to stand in a file: near a bound, or any.
    pub fn number(&mut self) -> u64 {
        let few = self.draw() % 64;
        match self.below(7) {
            0 => self.draw(),
            1 => few,
            2 => u64::from(u32::MAX) - few,
            3 => u64::MAX - few,
            4 => 1 << few,
            5 => self.draw() % 0x3000,
            _ => (self.draw() % 0x1000) | (1 << 31),
        }
    }
}

/// Damages samples.
pub struct Mutator<'t> {
    samples: Vec<Vec<u8>>,
    /// Pieces that mean something in the format.
    pieces: &'t [&'t [u8]],
    /// What it draws from.
    pub chance: Chance,
}

impl<'t> Mutator<'t> {
    /// Damage to these samples.
    ///
    /// # Panics
    /// Where there are none.
    #[must_use]
    pub fn new(samples: Vec<Vec<u8>>, pieces: &'t [&'t [u8]], seed: u64) -> Self {
        assert!(!samples.is_empty(), "there is something to damage");
        Mutator {
            samples,
            pieces,
            chance: Chance::new(seed),
        }
    }

    /// One of the samples, damaged in one place, or in a few: more are rarer.
    pub fn damaged(&mut self) -> Vec<u8> {
        let mut bytes = self.chance.pick(&self.samples).clone();
        for _ in 0..=self.chance.draw().trailing_zeros() {
            self.damage(&mut bytes);
        }
        bytes
    }

    fn damage(&mut self, bytes: &mut Vec<u8>) {
        let chance = &mut self.chance;
        let at = chance.below(bytes.len() + 1);
        let end = at + chance.below(bytes.len() - at + 1).min(chance.below(64));
        match chance.below(10) {
            0 => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= 1 << chance.below(8);
                }
            }
            1 => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = chance.draw() as u8;
                }
            }
            2..=4 => {
                let number = chance.number();
                let width = 1 << chance.below(4);
                let number = match chance.below(2) {
                    0 => number.to_le_bytes()[..width].to_vec(),
                    _ => number.to_be_bytes()[8 - width..].to_vec(),
                };
                let end = bytes.len().min(at + width);
                bytes.splice(at..end, number);
            }
            5 => bytes.truncate(at),
            6 => drop(bytes.drain(at..end)),
            7 => {
                let again = bytes[at..end].to_vec();
                bytes.splice(at..at, again);
            }
            8 => {
                let other = chance.pick(&self.samples);
                let from = chance.below(other.len());
                let upto = from + chance.below(other.len() - from).min(200);
                bytes.splice(at..end, other[from..upto].iter().copied());
            }
            _ if self.pieces.is_empty() => bytes.insert(at, chance.draw() as u8),
            _ => {
                let piece = *chance.pick(self.pieces);
                let end = if chance.below(2) == 0 { at } else { end };
                bytes.splice(at..end, piece.iter().copied());
            }
        }
    }
}
