//! Numbers of sixteen bits: a sign, five bits of exponent, ten of fraction (IEEE 754 binary16), for small files.

/// The nearest number of sixteen bits, the even one of two; beyond 65,504 the largest.
pub(super) fn to_half(number: f32) -> u16 {
    let bits = number.to_bits();
    let sign = (bits >> 16 & 0x8000) as u16;
    let magnitude = f32::from_bits(bits & 0x7FFF_FFFF).min(65_504.0);
    // Below 2^-14 steps are of one size, 2^-24: adding and the machine's own rounding do it.
    if magnitude < 1.0 / 16_384.0 {
        return sign | (magnitude + 0.5).to_bits().wrapping_sub(0.5_f32.to_bits()) as u16;
    }
    let bits = magnitude.to_bits();
    let rounded = bits + 0xFFF + (bits >> 13 & 1);
    sign | ((rounded - (112 << 23)) >> 13) as u16
}

/// The number.
pub(super) fn from_half(half: u16) -> f32 {
    let (sign, rest) = (u32::from(half & 0x8000) << 16, u32::from(half & 0x7FFF));
    let magnitude = if rest < 0x400 { rest as f32 / 16_777_216.0 } else { f32::from_bits((rest << 13) + (112 << 23)) };
    f32::from_bits(magnitude.to_bits() | sign)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_finite_half_comes_back() {
        for half in (0..0x7C00).chain(0x8000..0xFC00) {
            assert_eq!(to_half(from_half(half)), half, "{half:04x}");
        }
    }

    #[test]
    fn numbers_are_rounded_to_the_nearest() {
        for (number, half) in [(1.0, 0x3C00), (-2.0, 0xC000), (0.1, 0x2E66), (1e9, 0x7BFF), (1e-9, 0), (6e-8, 1)] {
            assert_eq!(to_half(number), half, "{number}");
        }
        for step in 1..20_000 {
            let number = step as f32 * 0.000_37;
            assert!((from_half(to_half(number)) - number).abs() <= number / 2_048.0, "{number}");
        }
    }
}
