//! The form of a line, and what is kept of a damaged text.

use serde_json::json;

use super::*;

fn pinned(seq: u64) -> Event {
    Event { seq, ms: 1_764_000_000_000, body: Body::Pinned { pinned: true } }
}

fn lines(count: u64) -> Vec<String> {
    (1..=count).map(|seq| encode(&pinned(seq), seq - 1).unwrap()).collect()
}

#[test]
fn a_record_is_one_line_with_a_checksum_of_the_rest() {
    let rest =
        r#""v":3,"seq":7,"after":6,"ms":1764000000000,"body":{"kind":"pinned","pinned":true}}"#;
    // As zlib computes it.
    let expected = format!("{{\"crc\":\"3e177d32\",{rest}\n");
    assert_eq!(encode(&pinned(7), 6).unwrap(), expected);
    let frame = Frame {
        schema: 3,
        seq: 7,
        after: 6,
        ms: 1_764_000_000_000,
        body: json!({"kind": "pinned", "pinned": true}),
    };
    assert_eq!(parse(expected.trim_end().as_bytes()), Some(frame));
    // That of "123456789", which every implementation of CRC-32 publishes.
    assert_eq!(crc32fast::hash(b"123456789"), 0xcbf4_3926);
}

/// The damage of a text, and where its torn end begins.
type Found = (Vec<Damage>, Option<usize>);

#[test]
fn damage_is_named_by_the_records_around_it() {
    let corrupt = |bytes, after, before| vec![Damage::Corrupt { bytes, after, before }];
    let size = lines(1)[0].len();
    let bad = |at: usize| {
        let mut all = lines(4);
        all[at] = all[at].replace("pinned", "pimned");
        all.concat()
    };
    let join = |at: usize| {
        let mut all = lines(4);
        all[at] = all[at].replace('\n', "#");
        all.concat()
    };
    let cases: [(&str, String, &[u64], Found); 11] = [
        ("nothing", String::new(), &[], (vec![], None)),
        ("whole", lines(4).concat(), &[1, 2, 3, 4], (vec![], None)),
        ("first", bad(0), &[2, 3, 4], (corrupt(0..size, 0, Some(2)), None)),
        ("middle", bad(1), &[1, 3, 4], (corrupt(size..2 * size, 1, Some(3)), None)),
        ("last", bad(3), &[1, 2, 3], (corrupt(3 * size..4 * size, 3, None), None)),
        ("line break", join(1), &[1, 2, 3, 4], (corrupt(2 * size - 1..2 * size, 2, Some(3)), None)),
        ("last line break", join(3), &[1, 2, 3], (vec![], Some(3 * size))),
        (
            "torn",
            lines(4).concat()[..3 * size + 9].to_owned(),
            &[1, 2, 3],
            (vec![], Some(3 * size)),
        ),
        (
            "without a line break",
            lines(4).concat().trim_end().to_owned(),
            &[1, 2, 3],
            (vec![], Some(3 * size)),
        ),
        (
            "an empty line",
            format!("{}\n", lines(1)[0]),
            &[1],
            (corrupt(size..size + 1, 1, None), None),
        ),
        ("no log", "hello\nworld".to_owned(), &[], (corrupt(0..6, 0, None), Some(6))),
    ];
    for (name, text, kept, found) in cases {
        let read = frames(text.as_bytes());
        assert_eq!(read.frames.iter().map(|frame| frame.seq).collect::<Vec<_>>(), kept, "{name}");
        assert_eq!((read.damage, read.torn_at), found, "{name}");
    }
}

#[test]
fn adjacent_damage_is_named_once() {
    let mut all = lines(5);
    all[1] = "x\n".to_owned();
    all[2] = "y\n".to_owned();
    let [damage] = &frames(all.concat().as_bytes()).damage[..] else { panic!("one") };
    assert_eq!(
        damage.to_string(),
        "Bytes 101 to 105 of the log are damaged; the records up to 1 and from 4 on are kept."
    );
}
