//! What is said if outputs were dropped for lack of space.

use session::log::Droppable;

/// How many outputs the notice names.
const NAMED: usize = 5;

/// Says what was dropped.
pub fn room_made(dropped: &[Droppable]) -> String {
    let names: Vec<&str> = dropped.iter().take(NAMED).map(|one| one.output.name.as_str()).collect();
    let more = match dropped.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => words::stored_room_and_more(&more),
    };
    let bytes: u64 = dropped.iter().map(|one| one.bytes).sum();
    #[expect(clippy::cast_precision_loss, reason = "it is rounded anyway")]
    let size = if bytes < 1 << 20 {
        format!("{} KiB", bytes.div_ceil(1024))
    } else {
        format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20))
    };
    let names = names.join(", ");
    words::stored_room_the_browsers_storage_is(&more, &names, &size)
}

#[cfg(test)]
mod tests {
    use session::log::{Droppable, DroppedOutput};

    use super::room_made;

    fn dropped(name: &str, bytes: u64) -> Droppable {
        let output = DroppedOutput { sha256: name.to_owned(), name: name.to_owned() };
        Droppable { sessions: vec!["a".to_owned()], output, bytes }
    }

    #[test]
    fn the_notice_says_what_was_dropped_and_how_much() {
        let dropped = [dropped("/out/part1.bin", 3 << 20), dropped("/out/part2.bin", 1 << 19)];
        assert_eq!(
            room_made(&dropped),
            "The browser's storage is full. The oldest outputs were dropped to make room (3.5 MiB): /out/part1.bin, /out/part2.bin. Run their code again to see them; pin a session to keep its outputs."
        );
    }

    #[test]
    fn the_notice_names_five_outputs_and_how_many_more_there_are() {
        let all: Vec<_> = (0..7).map(|at| dropped(&format!("n{at}"), 100)).collect();
        for (count, expected) in
            [(7, "(1 KiB): n0, n1, n2, n3, n4 and 2 more. "), (5, "(1 KiB): n0, n1, n2, n3, n4. ")]
        {
            let said = room_made(&all[..count]);
            assert!(said.contains(expected), "{said}");
        }
    }
}
