// SPDX-License-Identifier: Apache-2.0
//! The conversions of C's `printf`. Arguments lie in a buffer as the compiler's calling convention for variable
//! arguments puts them: promoted, each at a multiple of its own size.

/// Widest field and most digits of one conversion; keeps a misprint from exhausting the host.
const LIMIT: usize = 4096;

/// Where arguments come from.
pub(super) trait Arguments {
    type Error;

    /// The next argument, of 4 or 8 bytes.
    fn next(&mut self, bytes: u32) -> Result<u64, Self::Error>;

    /// The string at a generic address, without its end.
    fn string(&mut self, address: u64) -> Result<Vec<u8>, Self::Error>;
}

#[derive(Default)]
struct Spec {
    left: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    zero: bool,
    width: usize,
    precision: Option<usize>,
    /// Bytes of an integer argument's value: 1, 2, 4 or 8.
    bytes: u32,
}

/// Appends the formatted text to `out`; returns how many arguments were converted. What is not a conversion of C
/// is copied as it stands.
pub(super) fn format<A: Arguments>(
    text: &[u8],
    arguments: &mut A,
    out: &mut Vec<u8>,
) -> Result<u32, A::Error> {
    let (mut at, mut converted) = (0, 0);
    while at < text.len() {
        if text[at] != b'%' {
            out.push(text[at]);
            at += 1;
            continue;
        }
        let start = at;
        let (spec, end) = parse(text, at + 1, arguments)?;
        at = text.len().min(end + 1);
        match text.get(end) {
            Some(b'%') => out.push(b'%'),
            Some(&letter) if convert(letter, &spec, arguments, out)? => converted += 1,
            _ => out.extend(&text[start..at]),
        }
    }
    Ok(converted)
}

/// Flags, width, precision and length from `at` on; returns the position of the conversion's letter.
fn parse<A: Arguments>(text: &[u8], mut at: usize, arguments: &mut A) -> Result<(Spec, usize), A::Error> {
    let mut spec = Spec { bytes: 4, ..Spec::default() };
    loop {
        match text.get(at) {
            Some(b'-') => spec.left = true,
            Some(b'+') => spec.plus = true,
            Some(b' ') => spec.space = true,
            Some(b'#') => spec.alternate = true,
            Some(b'0') => spec.zero = true,
            _ => break,
        }
        at += 1;
    }
    let (width, after) = number(text, at, arguments)?;
    (spec.left, spec.width) = (spec.left || width < 0, LIMIT.min(width.unsigned_abs() as usize));
    at = after;
    if text.get(at) == Some(&b'.') {
        let (precision, after) = number(text, at + 1, arguments)?;
        spec.precision = usize::try_from(precision).ok().map(|p| p.min(LIMIT));
        at = after;
    }
    loop {
        spec.bytes = match text.get(at) {
            Some(b'h') => spec.bytes / 2,
            Some(b'l' | b'z' | b'j' | b't' | b'q') => 8,
            _ => break,
        }
        .max(1);
        at += 1;
    }
    Ok((spec, at))
}

/// A number in the text, or an argument for `*`; 0 if there is none.
fn number<A: Arguments>(text: &[u8], mut at: usize, arguments: &mut A) -> Result<(i32, usize), A::Error> {
    if text.get(at) == Some(&b'*') {
        return Ok((arguments.next(4)? as i32, at + 1));
    }
    let mut value = 0i32;
    while let Some(digit) = text.get(at).filter(|c| c.is_ascii_digit()) {
        value = value.saturating_mul(10).saturating_add(i32::from(digit - b'0'));
        at += 1;
    }
    Ok((value, at))
}

/// Converts one argument; false if there is no such conversion.
fn convert<A: Arguments>(
    letter: u8,
    spec: &Spec,
    arguments: &mut A,
    out: &mut Vec<u8>,
) -> Result<bool, A::Error> {
    match letter {
        b'd' | b'i' | b'u' | b'o' | b'x' | b'X' => {
            let value = arguments.next(spec.bytes.max(4))?;
            integer(letter, value, spec, out);
        }
        b'c' => {
            let character = arguments.next(4)? as u8;
            pad(spec, b"", &[character], false, out);
        }
        b's' => {
            let address = arguments.next(8)?;
            let mut text = if address == 0 { b"(null)".to_vec() } else { arguments.string(address)? };
            text.truncate(spec.precision.unwrap_or(usize::MAX));
            pad(spec, b"", &text, false, out);
        }
        b'p' => {
            let text = format!("{:#x}", arguments.next(8)?);
            pad(spec, b"", text.as_bytes(), false, out);
        }
        b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => {
            let value = f64::from_bits(arguments.next(8)?);
            float(letter, value, spec, out);
        }
        _ => return Ok(false),
    }
    Ok(true)
}

fn integer(letter: u8, value: u64, spec: &Spec, out: &mut Vec<u8>) {
    let unused = 64 - 8 * spec.bytes;
    let unsigned = value << unused >> unused;
    let signed = (value << unused) as i64 >> unused;
    let (magnitude, prefix) = match letter {
        b'd' | b'i' => (signed.unsigned_abs(), sign(signed < 0, spec)),
        b'x' if spec.alternate && unsigned != 0 => (unsigned, &b"0x"[..]),
        b'X' if spec.alternate && unsigned != 0 => (unsigned, &b"0X"[..]),
        _ => (unsigned, &b""[..]),
    };
    let mut digits = match letter {
        b'x' => format!("{magnitude:x}"),
        b'X' => format!("{magnitude:X}"),
        b'o' => format!("{magnitude:o}"),
        _ => magnitude.to_string(),
    };
    if let Some(least) = spec.precision {
        if magnitude == 0 {
            digits.clear();
        }
        digits.insert_str(0, &"0".repeat(least.saturating_sub(digits.len())));
    }
    if letter == b'o' && spec.alternate && !digits.starts_with('0') {
        digits.insert(0, '0');
    }
    pad(spec, prefix, digits.as_bytes(), spec.precision.is_none(), out);
}

fn sign(negative: bool, spec: &Spec) -> &'static [u8] {
    match (negative, spec.plus, spec.space) {
        (true, ..) => b"-",
        (_, true, _) => b"+",
        (_, _, true) => b" ",
        _ => b"",
    }
}

fn float(letter: u8, value: f64, spec: &Spec, out: &mut Vec<u8>) {
    let prefix = sign(value.is_sign_negative(), spec);
    let magnitude = value.abs();
    let mut text = if value.is_nan() {
        "nan".to_owned()
    } else if value.is_infinite() {
        "inf".to_owned()
    } else {
        match letter.to_ascii_lowercase() {
            b'f' => fixed(magnitude, spec.precision.unwrap_or(6), spec.alternate),
            b'e' => exponential(magnitude, spec.precision.unwrap_or(6), spec.alternate),
            b'g' => general(magnitude, spec),
            _ => hexadecimal(magnitude, spec),
        }
    };
    if letter.is_ascii_uppercase() {
        text.make_ascii_uppercase();
    }
    pad(spec, prefix, text.as_bytes(), value.is_finite(), out);
}

fn fixed(magnitude: f64, digits: usize, point: bool) -> String {
    format!("{magnitude:.digits$}{}", if point && digits == 0 { "." } else { "" })
}

/// Digits and exponent of the scientific notation with so many digits after the point.
fn scientific(magnitude: f64, digits: usize) -> (String, i32) {
    let text = format!("{magnitude:.digits$e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    (digits.to_owned(), exponent.parse().unwrap_or(0))
}

fn exponential(magnitude: f64, digits: usize, point: bool) -> String {
    let (text, exponent) = scientific(magnitude, digits);
    format!("{text}{}e{exponent:+03}", if point && digits == 0 { "." } else { "" })
}

/// `%g`: the shorter of both notations, without trailing zeros.
fn general(magnitude: f64, spec: &Spec) -> String {
    let significant = spec.precision.unwrap_or(6).max(1);
    let (_, exponent) = scientific(magnitude, significant - 1);
    let text = if (-4..significant as i32).contains(&exponent) {
        fixed(magnitude, (significant as i32 - 1 - exponent) as usize, spec.alternate)
    } else {
        exponential(magnitude, significant - 1, spec.alternate)
    };
    if spec.alternate || !text.contains('.') {
        return text;
    }
    let (digits, exponent) = text.split_at(text.find('e').unwrap_or(text.len()));
    format!("{}{exponent}", digits.trim_end_matches('0').trim_end_matches('.'))
}

/// `%a`: the significand in hexadecimal.
fn hexadecimal(magnitude: f64, spec: &Spec) -> String {
    let bits = magnitude.to_bits();
    let (field, mut fraction) = ((bits >> 52) as i32, bits & ((1 << 52) - 1));
    let exponent = match (field, fraction) {
        (0, 0) => 0,
        (0, _) => -1022,
        _ => field - 1023,
    };
    let mut lead = u64::from(field != 0);
    let mut digits = 13;
    if let Some(precision) = spec.precision.filter(|p| *p < 13) {
        let dropped = 4 * (13 - precision) as u32;
        let whole = lead << 52 | fraction;
        let half = 1 << (dropped - 1);
        let odd = whole >> dropped & 1;
        let rounded = (whole + half - 1 + odd) >> dropped << dropped;
        (lead, fraction, digits) = (rounded >> 52, rounded & ((1 << 52) - 1), precision);
    }
    let mut text = format!("{fraction:013x}");
    text.truncate(digits);
    match spec.precision {
        None => text.truncate(text.trim_end_matches('0').len()),
        Some(precision) => text.push_str(&"0".repeat(precision.saturating_sub(13))),
    }
    let point = if text.is_empty() && !spec.alternate { "" } else { "." };
    format!("0x{lead}{point}{text}p{exponent:+}")
}

/// Fills up to the width: with zeros after the prefix if asked and `zeros` allows it, otherwise with blanks.
fn pad(spec: &Spec, prefix: &[u8], body: &[u8], zeros: bool, out: &mut Vec<u8>) {
    let fill = spec.width.saturating_sub(prefix.len() + body.len());
    let zeros = zeros && spec.zero && !spec.left;
    let blanks = |out: &mut Vec<u8>| out.resize(out.len() + fill, b' ');
    if !spec.left && !zeros {
        blanks(out);
    }
    out.extend(prefix);
    if zeros {
        out.resize(out.len() + fill, b'0');
    }
    out.extend(body);
    if spec.left {
        blanks(out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct List(Vec<u64>);

    impl Arguments for List {
        type Error = ();

        fn next(&mut self, _: u32) -> Result<u64, ()> {
            Ok(self.0.remove(0))
        }

        fn string(&mut self, address: u64) -> Result<Vec<u8>, ()> {
            Ok(format!("string{address}").into_bytes())
        }
    }

    fn text(format_text: &str, arguments: &[u64]) -> String {
        let mut out = Vec::new();
        format(format_text.as_bytes(), &mut List(arguments.to_vec()), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn integers_are_written_as_c_writes_them() {
        let minus_five = -5i32 as u32 as u64;
        for (format, value, want) in [
            ("%d|", minus_five, "-5|"),
            ("%u", minus_five, "4294967291"),
            ("%5d|%%", 42, "   42|%"),
            ("%-5d|", 42, "42   |"),
            ("%05d", minus_five, "-0005"),
            ("%+.3d", 7, "+007"),
            ("% d", 7, " 7"),
            ("%#x %", 255, "0xff %"),
            ("%#o", 8, "010"),
            ("%X", 0xbeef, "BEEF"),
            ("%hhd", 0x1ff, "-1"),
            ("%lld", u64::MAX, "-1"),
            ("%zu", u64::MAX, "18446744073709551615"),
            ("%c!", 65, "A!"),
            ("%p", 0x1000, "0x1000"),
            ("%8.3s|", 9, "     str|"),
            ("%.0d", 0, ""),
            ("%y", 1, "%y"),
        ] {
            assert_eq!(text(format, &[value]), want, "{format}");
        }
        assert_eq!(text("%*d|%-*d|%.*f", &[4, 1, 3, 2, 1, 0.25f64.to_bits()]), "   1|2  |0.2");
    }

    #[test]
    fn floating_point_numbers_are_written_as_c_writes_them() {
        for (format, value, want) in [
            ("%f", 1.5, "1.500000"),
            ("%8.2f|", -1.005, "   -1.00|"),
            ("%08.2f", -3.0, "-0003.00"),
            ("%.0f", 2.5, "2"),
            ("%#.0f", 2.5, "2."),
            ("%e", 12345.678, "1.234568e+04"),
            ("%E", 1e-10, "1.000000E-10"),
            ("%g", 0.0001, "0.0001"),
            ("%g", 0.00001, "1e-05"),
            ("%g", 123456789.0, "1.23457e+08"),
            ("%g", 100000.0, "100000"),
            ("%G", 1e100, "1E+100"),
            ("%#g", 1.0, "1.00000"),
            ("%a", 1.0, "0x1p+0"),
            ("%a", 0.15625, "0x1.4p-3"),
            ("%.1a", 1.97, "0x2.0p+0"),
            ("%5f|", f64::INFINITY, "  inf|"),
            ("%05f", f64::NEG_INFINITY, " -inf"),
            ("%F", f64::NAN, "NAN"),
        ] {
            assert_eq!(text(format, &[value.to_bits()]), want, "{format}");
        }
    }
}
