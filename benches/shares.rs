//! How much of the speed of memory observations reach: batches on one thread, for one id of each board and
//! family.
//!
//! `cargo bench --bench shares`, with ids after `--` for others. A batch of 1024 games can make at most 1 /
//! (1/p + 1/m) steps a second, p being the steps of random games a second and m the rows of its observations
//! and masks that a plain fill of its arrays writes. The columns are, in thousands a second: p, the steps of
//! a batch without either, and for each type of numbers m, the steps of a batch with both, and their share of
//! that limit. Each number is the best of some turns, in which everything is measured one after the other.

use plyground::catalog;
use plyground::game::Frame;
use plyground::sim::{
    Autoreset, DynGame, Element, ExternalArrays, MaskFormat, PlayoutRequest, Vector, VectorSettings,
};
use std::hint::black_box;
use std::time::{Duration, Instant};

const ENVS: usize = 1024;

/// How often everything is measured, and for how long each time.
const TURNS: usize = 5;
const TIME: Duration = Duration::from_millis(60);

const ELEMENTS: [Element; 2] = [Element::F32, Element::U8];

/// One of each board in each family.
const IDS: &[&str] = &[
    "chess",
    "masquerade-chess",
    "zombie-chess",
    "two-move-chess",
    "synchronous-chess",
    "half-alice-chess",
    "crowded-house",
    "chess-golf",
    "tar-pit-chess",
    "cooperative-chess",
    "double-chess-pairs",
    "tri-chess-2",
    "three-kings-chess",
    "english-draughts",
    "turkish-draughts",
    "international-draughts",
    "canadian-draughts",
    "checkers",
    "checkers-numbers",
    "stax",
    "queens",
    "double-checkers-pairs",
    "double-stax-cutthroat",
    "double-queens-pairs-mixed-numbers",
    "tri-chek-2",
    "tri-chek-4-pairs-numbers",
    "tri-stax-2",
    "tri-stax-6-trios",
    "tri-queens-2",
    "tri-queens-4-pairs",
];

/// How many things a second `work` does, which says how many it did each time.
fn rate(mut work: impl FnMut() -> u64) -> f64 {
    let (started, mut done) = (Instant::now(), 0);
    while started.elapsed() < TIME {
        done += work();
    }
    done as f64 / started.elapsed().as_secs_f64()
}

fn vector(game: &dyn DynGame, observations: Option<Element>) -> Vector {
    let settings = VectorSettings {
        envs: ENVS,
        seed: 0,
        threads: Some(1),
        max_steps: None,
        start: None,
        observations,
        action_masks: observations.map(|_| MaskFormat::Flags),
        recorded: false,
        autoreset: Autoreset::SameStep,
    };
    let mut vector = game.vector(&settings, ExternalArrays::default()).expect("within limits");
    // Until the games are at different points of their courses.
    (0..300).for_each(|_| step(&mut vector));
    vector
}

fn step(vector: &mut Vector) {
    vector.sample();
    let actions = vector.buffers().sampled.clone();
    vector.step(&actions).expect("legal");
}

/// Arrays as those of a batch, filled row by row.
struct Rows {
    observations: Vec<u8>,
    action_masks: Vec<u8>,
    pass: u8,
}

impl Rows {
    fn new(game: &dyn DynGame, element: Element) -> Rows {
        let (rows, columns) = game.board().grid();
        let row = game.spec().planes.len() * rows * columns * element.bytes();
        Rows {
            observations: vec![1; ENVS * row],
            action_masks: vec![1; ENVS * game.spec().num_actions],
            pass: 1,
        }
    }

    fn fill(&mut self) {
        self.pass = self.pass.wrapping_add(1);
        let (row, mask) = (self.observations.len() / ENVS, self.action_masks.len() / ENVS);
        let rows = self.observations.chunks_exact_mut(row).zip(self.action_masks.chunks_exact_mut(mask));
        rows.for_each(|(observation, mask)| {
            observation.fill(self.pass);
            mask.fill(self.pass);
        });
        black_box(&mut self.observations);
        black_box(&mut self.action_masks);
    }
}

fn measure(id: &str) {
    let game = catalog::open(id, &[], Frame::Seat).expect("a variant");
    let mut bare = vector(&*game, None);
    let mut full = ELEMENTS.map(|element| vector(&*game, Some(element)));
    let mut rows = ELEMENTS.map(|element| Rows::new(&*game, element));
    let (mut played, mut stepped, mut filled, mut shown) = (0f64, 0f64, [0f64; 2], [0f64; 2]);
    let mut offset = 0;
    for _ in 0..TURNS {
        played = played.max(rate(|| {
            let request =
                PlayoutRequest { games: 200, offset, threads: Some(1), ..PlayoutRequest::default() };
            offset += request.games;
            let playouts =
                game.playouts(&request, &mut || true).expect("within limits").expect("not stopped");
            playouts.steps.iter().map(|&steps| u64::from(steps)).sum()
        }));
        let batch = |vector: &mut Vector| {
            step(vector);
            ENVS as u64
        };
        stepped = stepped.max(rate(|| batch(&mut bare)));
        for at in 0..ELEMENTS.len() {
            filled[at] = filled[at].max(rate(|| {
                rows[at].fill();
                ENVS as u64
            }));
            shown[at] = shown[at].max(rate(|| batch(&mut full[at])));
        }
    }
    print!("{id:34} {:6.0} {:6.0}", played / 1e3, stepped / 1e3);
    for (filled, shown) in filled.into_iter().zip(shown) {
        let share = shown * (1.0 / played + 1.0 / filled);
        print!(" | {:10.0} {:7.0} {share:5.2}", filled / 1e3, shown / 1e3);
    }
    println!();
}

fn main() {
    print!("{:34} {:>6} {:>6}", "", "p", "bare");
    ELEMENTS.iter().for_each(|element| print!(" | {:>7}: m, steps, share", element.word()));
    println!();
    let named: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let ids = IDS.iter().copied().filter(|_| named.is_empty()).chain(named.iter().map(String::as_str));
    ids.for_each(measure);
}
