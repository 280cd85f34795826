//! Why another session cannot be shown at present. One that is left keeps its interpreter while it
//! computes; how many may do so at once is bounded, since each takes memory.

/// The most sessions that compute beside the one that is shown, and that on a device with little
/// memory.
const MAX_COMPUTING: usize = 2;
const MAX_COMPUTING_WITH_LITTLE_MEMORY: usize = 1;

/// Returns why another session cannot be shown, if that is so: `held` is what the page does by
/// itself in the one that is shown, `computing` has the titles of those that compute, without the
/// one to show.
pub fn refusal(held: Option<&str>, computing: &[String], little_memory: bool) -> Option<String> {
    if let Some(held) = held {
        return Some(format!("{held} Stop it, or wait, and then show the other session."));
    }
    let most = if little_memory { MAX_COMPUTING_WITH_LITTLE_MEMORY } else { MAX_COMPUTING };
    if computing.len() <= most {
        return None;
    }
    let named: Vec<String> = computing
        .iter()
        .map(|title| match title.as_str() {
            "" => "“A session without a question”".to_owned(),
            title => format!("“{title}”"),
        })
        .collect();
    let (last, others) = named.split_last()?;
    let others = others.join(", ");
    Some(format!(
        "{others} and {last} are computing, and this device's memory has no place for another Python beside them. Stop one of them, or wait until one is done."
    ))
}

#[cfg(test)]
mod tests {
    use super::refusal;

    #[test]
    fn no_other_session_is_shown_while_the_page_does_something_by_itself() {
        let why = "It runs again. Stop it, or wait, and then show the other session.";
        assert_eq!(refusal(Some("It runs again."), &[], false).as_deref(), Some(why));
    }

    #[test]
    fn as_many_sessions_compute_at_once_as_there_is_memory_for() {
        let titles = ["Revenue", "", "Stock"].map(str::to_owned);
        assert_eq!(refusal(None, &titles[..2], false), None);
        assert_eq!(refusal(None, &titles[..1], true), None);
        let rest = "are computing, and this device's memory has no place for another Python beside them. Stop one of them, or wait until one is done.";
        assert_eq!(
            refusal(None, &titles, false).unwrap(),
            format!("“Revenue”, “A session without a question” and “Stock” {rest}")
        );
        assert_eq!(
            refusal(None, &titles[..2], true).unwrap(),
            format!("“Revenue” and “A session without a question” {rest}")
        );
    }
}
