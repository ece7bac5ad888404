//! Tests of canvases: planes of all kinds, areas and element types.

use super::*;
use half::f16;

#[test]
fn planes_are_appended_and_written_completely() {
    let mut canvas = Canvas::new(6, 64);
    canvas.set(u64::MAX);
    canvas.level(0.3);
    canvas.clear();
    canvas.set(1 << 63 | 0b101);
    canvas.level(3.0);
    let first = canvas.next(2);
    canvas.mark(first, 7);
    canvas.value(first + 1, 5, 0.25);
    canvas.mark(first + 1, 0);
    canvas.push_words(1, &[0b11]);
    let mut out = [f32::NAN; 6 * 64];
    canvas.write(&mut out);
    let marked: Vec<usize> = (0..64).filter(|&at| out[at] == 1.0).collect();
    assert_eq!(marked, [0, 2, 63]);
    assert!(out[64..128].iter().all(|&value| value == 1.0));
    let others: Vec<(usize, f32)> =
        (128..6 * 64).map(|at| (at, out[at])).filter(|&(_, value)| value != 0.0).collect();
    assert_eq!(others, [(135, 1.0), (192, 1.0), (197, 0.25), (256, 1.0), (257, 1.0)]);
}

#[test]
fn elements_that_differ_from_cell_to_cell_are_visited() {
    let mut canvas = Canvas::new(5, 64);
    canvas.set(0b101);
    canvas.level(0.5);
    let blank = canvas.blank(1);
    canvas.value(blank, 3, 0.25);
    canvas.push_words(1, &[0b10]);
    canvas.push_board(1, &[u64::MAX]);
    let mut visited = Vec::new();
    canvas.each_value(|at, value| visited.push((at, value)));
    assert_eq!(visited, [(0, 1.0), (2, 1.0), (193, 1.0), (131, 0.25)]);
}

#[test]
fn bit_fields_are_written_in_any_type() {
    fn written<T: Scalar>(canvas: &Canvas) -> Vec<T> {
        let mut out = vec![T::ONE; 4 * 64];
        canvas.write(&mut out);
        out
    }
    let mut canvas = Canvas::new(4, 64);
    canvas.set(0b11);
    static PARTS: [Part; 2] =
        [Part { from: 0, bits: 2, one: 1.0 / 3.0 }, Part { from: 30, bits: 2, one: 0.5 }];
    *canvas.parts(&PARTS) = std::array::from_fn(|at| (at as u32 % 4) | ((at as u32 % 3) << 30));
    canvas.level(0.25);
    let expected = |at: usize| match at / 64 {
        0 => f32::from(u8::from(at < 2)),
        1 => (at % 64 % 4) as f32 * (1.0 / 3.0),
        2 => (at % 64 % 3) as f32 * 0.5,
        _ => 0.25,
    };
    let (floats, halves, bytes) = (written(&canvas), written(&canvas), written(&canvas));
    for at in 0..4 * 64 {
        let (float, half, byte): (f32, f16, u8) = (floats[at], halves[at], bytes[at]);
        assert_eq!((float, half), (expected(at), f16::from_f32(expected(at))), "{at}");
        assert_eq!(byte, u8::of(expected(at)), "{at}");
    }
    // A canvas without such planes.
    let mut canvas = Canvas::new(4, 64);
    (0..4).for_each(|_| canvas.set(1));
    assert_eq!(written::<u8>(&canvas).iter().map(|&byte| u32::from(byte)).sum::<u32>(), 4 * 255);
}

/// An observation that is written cell by cell.
struct Reference {
    area: usize,
    numbers: Vec<f32>,
}

impl Reference {
    fn put(&mut self, plane: usize, cell: usize, value: f32) {
        self.numbers[plane * self.area + cell] = value;
    }
}

/// Draws the same planes on a canvas and on a reference: planes that mark cells before, between and after
/// constant planes, with values of single cells, and bit fields if `parts` is set.
fn fill_both(canvas: &mut Canvas, parts: bool, rng: &mut impl FnMut(usize) -> usize) -> Reference {
    static PARTS: [Part; 2] =
        [Part { from: 1, bits: 3, one: 1.0 / 7.0 }, Part { from: 27, bits: 5, one: 1.0 / 31.0 }];
    let area = canvas.area;
    let mut reference = Reference { area, numbers: vec![0.0; canvas.num_elements()] };
    canvas.clear();
    let mut marked = |canvas: &mut Canvas, reference: &mut Reference, count: usize| {
        let first = canvas.next(count);
        for _ in 0..rng(count * area + 1) {
            let (plane, cell) = (first + rng(count), rng(area));
            canvas.mark(plane, cell);
            reference.put(plane, cell, 1.0);
        }
        for _ in 0..rng(5) {
            let (plane, cell, value) = (first + rng(count), rng(area), rng(100) as f32 / 99.0);
            canvas.value(plane, cell, value);
            reference.put(plane, cell, value);
        }
        rng(1 << 32)
    };
    marked(canvas, &mut reference, 3);
    let some = marked(canvas, &mut reference, 1);
    let levels = [some as f32 / (1u64 << 32) as f32, 0.0, 2.0];
    for (plane, &level) in (4..).zip(&levels) {
        (0..area).for_each(|cell| reference.put(plane, cell, level.min(1.0)));
    }
    canvas.level_all(&levels);
    let words: Vec<u64> = (0..canvas.words)
        .map(|at| {
            let left = area - 64 * at;
            (some as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 64usize.saturating_sub(left)
        })
        .collect();
    canvas.push_words(1, &words);
    (0..area).for_each(|cell| reference.put(7, cell, (words[cell / 64] >> (cell % 64) & 1) as f32));
    if parts {
        for (cell, number) in canvas.parts(&PARTS).iter_mut().enumerate() {
            *number = (some as u32 ^ cell as u32).wrapping_mul(0x9E37_79B9);
            reference.put(8, cell, (*number >> 1 & 7) as f32 * (1.0 / 7.0));
            reference.put(9, cell, (*number >> 27) as f32 * (1.0 / 31.0));
        }
    } else {
        marked(canvas, &mut reference, 2);
    }
    canvas.level(0.75);
    (0..area).for_each(|cell| reference.put(10, cell, 0.75));
    let blank = canvas.blank(2) + 1;
    canvas.value(blank, area / 2, 0.25);
    reference.put(blank, area / 2, 0.25);
    canvas.sparse_marks(2).mark(blank - 1, area / 3);
    reference.put(blank - 1, area / 3, 1.0);
    marked(canvas, &mut reference, 1);
    reference
}

fn check_written<T: Scalar + PartialEq + std::fmt::Debug>(canvas: &Canvas, reference: &Reference) {
    let mut out = vec![T::of(0.3); canvas.num_elements() + 1];
    canvas.write(&mut out[..canvas.num_elements()]);
    for (at, &value) in reference.numbers.iter().enumerate() {
        assert_eq!(out[at], T::of(value), "cell {} of plane {}", at % reference.area, at / reference.area);
    }
    assert_eq!(out[canvas.num_elements()], T::of(0.3), "nothing beyond is written");
}

#[test]
fn planes_of_any_area_are_written_correctly_in_any_type() {
    let mut seed = 1u64;
    let mut rng = |below: usize| {
        seed = seed.wrapping_mul(0xD134_2543_DE82_EF95).wrapping_add(1);
        ((u128::from(seed) * below as u128) >> 64) as usize
    };
    for area in (1..70).chain([96, 100, 120, 127, 128, 129, 144, 190, 225, 276]) {
        for parts in [false, true].into_iter().take(if area == 64 { 2 } else { 1 }) {
            let mut canvas = Canvas::new(14, area);
            for _ in 0..3 {
                let reference = fill_both(&mut canvas, parts, &mut rng);
                check_written::<f32>(&canvas, &reference);
                check_written::<f16>(&canvas, &reference);
                check_written::<u8>(&canvas, &reference);
            }
        }
    }
}
