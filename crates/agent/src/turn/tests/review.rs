//! Answers that the driver reviews.

use super::*;
use crate::Review;

/// Plays the replies with a review that rejects answers with "42". Returns the ending and how many
/// reviews there were.
fn reviewed(mode: FencedMode, replies: &[Vec<Delta>]) -> (Turn, Ending, usize) {
    let mut settings = settings(mode);
    settings.review = true;
    let mut turn = Turn::new(settings, question(), 0.0);
    let mut replies = replies.iter();
    let mut reviews = 0;
    loop {
        assert_eq!(well_formed(turn.messages()), Ok(()));
        match turn.next(1.0) {
            Step::CallModel(_) => {
                answer(&mut turn, replies.next().expect("the script has a further reply"))
            }
            Step::RunTools(calls) => {
                calls.iter().for_each(|call| turn.tool_result(reply(call)).unwrap())
            }
            Step::Review(text) => {
                reviews += 1;
                assert_eq!(turn.answer(), text);
                let reject = text.contains("42");
                turn.reviewed(if reject {
                    Review::Reject("Compute it.".into())
                } else {
                    Review::Accept
                })
                .unwrap();
            }
            Step::Done(ending) => {
                assert_eq!(replies.len(), 0, "the whole script was played");
                return (turn, ending, reviews);
            }
        }
    }
}

#[test]
fn a_rejected_answer_is_sent_back_once_and_marked_if_it_comes_again() {
    let cases: [(&[Vec<Delta>], usize, bool, &str); 6] = [
        (&[text("Hello.")], 1, false, "Hello."),
        (&[text("It is 42."), run("1"), text("One.")], 2, false, "One."),
        (&[text("It is 42."), text(BLOCK), text("One.")], 2, false, "One."),
        (&[text("It is 42."), text("I cannot.")], 2, false, "I cannot."),
        (&[text("It is 42."), text("Still 42.")], 2, true, "Still 42."),
        (&[text("It is 42."), run("1"), text("Still 42.")], 2, true, "Still 42."),
    ];
    for (replies, reviews, rejected, last) in cases {
        let (turn, ending, actual) = reviewed(FencedMode::Auto, replies);
        let expected = (Stopped::Answered, rejected, reviews, last);
        assert_eq!(
            (ending.reason, ending.rejected, actual, turn.answer()),
            expected,
            "{replies:?}"
        );
    }
}

#[test]
fn a_rejection_is_part_of_the_transcript_and_leaves_the_tools() {
    let (turn, ..) = reviewed(FencedMode::Auto, &[text("It is 42."), text("I cannot.")]);
    let assistant = |text: &str| Message::assistant(text);
    assert_eq!(
        turn.messages()[2..],
        [assistant("It is 42."), Message::user("Compute it."), assistant("I cannot.")]
    );
    assert!(!turn.tools().is_empty());
}

#[test]
fn a_model_that_was_offered_tools_and_called_none_is_taken_for_one_that_writes_blocks() {
    let cases: [(&[Vec<Delta>], bool); 3] = [
        (&[text("It is 42."), text("I cannot.")], true),
        (&[text("It is 42."), run("1"), text("One.")], false),
        (&[run("1"), text("It is 42."), text("One.")], false),
    ];
    for (replies, fences) in cases {
        assert_eq!(reviewed(FencedMode::Auto, replies).0.fences(), fences, "{replies:?}");
    }
}

#[test]
fn an_answer_that_is_shown_in_other_words_keeps_the_models_words_in_the_transcript() {
    let mut settings = settings(FencedMode::Auto);
    settings.review = true;
    let mut turn = Turn::new(settings, question(), 0.0);
    turn.next(0.0);
    answer(&mut turn, &text("It is 42."));
    turn.reviewed(Review::Show("42".into())).unwrap();
    let Step::Done(ending) = turn.next(0.0) else { panic!("the turn goes on") };
    assert_eq!((turn.answer(), ending.rejected), ("42", false));
    assert_eq!(turn.messages().last(), Some(&Message::assistant("It is 42.")));
}

#[test]
fn a_revision_is_asked_for_once_and_what_comes_then_stands() {
    let mut settings = settings(FencedMode::Auto);
    settings.review = true;
    let mut turn = Turn::new(settings, question(), 0.0);
    for reply in ["It is 42.", "Still 42."] {
        turn.next(0.0);
        answer(&mut turn, &text(reply));
        turn.reviewed(Review::Revise("In the form, please.".into())).unwrap();
    }
    let Step::Done(ending) = turn.next(0.0) else { panic!("the turn goes on") };
    assert_eq!((turn.answer(), ending.rejected), ("Still 42.", false));
}

#[test]
fn empty_answers_and_calls_are_not_reviewed() {
    let (_, ending, reviews) = reviewed(FencedMode::Auto, &[run("1"), text("")]);
    assert_eq!((ending.rejected, reviews), (false, 0));
    assert!(matches!(ending.reason, Stopped::Failed(_)));
}

#[test]
fn a_review_that_nothing_awaits_is_a_violation_and_a_stop_keeps_the_answer() {
    let mut settings = settings(FencedMode::Auto);
    settings.review = true;
    let mut turn = Turn::new(settings, question(), 0.0);
    assert_eq!(turn.reviewed(Review::Accept), Err(Violation::NoReview));
    turn.next(0.0);
    assert_eq!(turn.reviewed(Review::Accept), Err(Violation::NoReview));
    answer(&mut turn, &text("It is 42."));
    assert_eq!(turn.delta(Delta::Text("x".into())), Err(Violation::NoModelCall));
    turn.stop();
    assert_eq!(turn.reviewed(Review::Accept), Err(Violation::NoReview));
    assert_eq!((turn.answer(), well_formed(turn.messages())), ("It is 42.", Ok(())));
}
