//! Numbers that look random and are the same at every run, for tests.

pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    /// One of so many numbers, from 0.
    pub(crate) fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % sides
    }

    /// So many pieces, one behind the other.
    pub(crate) fn text(&mut self, pieces: &[&str], count: usize) -> String {
        (0..count).map(|_| pieces[self.roll(pieces.len())]).collect()
    }
}
