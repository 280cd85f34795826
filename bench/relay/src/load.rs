//! The load: streams that are kept going, that begin at a fixed rate, or that stay open.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use anyhow::{Result, bail};
use serde::{Deserialize, Serialize};
use tokio::{
    sync::mpsc,
    task::{JoinHandle, JoinSet},
    time::{sleep, timeout},
};

use crate::{
    clock,
    figures::Quantiles,
    http::Connection,
    request::{self, Shape, Target},
    stream::{Tally, connect, stream},
};

/// How many streams may be open at a fixed rate. A relay that has fallen behind by so many has
/// failed.
const MAX_OPEN_STREAMS: usize = 4000;

/// How long streams may go on after the last has begun, at a fixed rate.
const GRACE: Duration = Duration::from_secs(2);

/// How long opening one idle stream may take.
const OPENING: Duration = Duration::from_secs(60);

/// How many idle streams are opened at a time.
const OPENED_AT_ONCE: usize = 50;

/// A number of streams that is kept going.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct Closed {
    streams: u32,
    shape: Shape,
    /// The seconds in which the streams begin, evenly; so they stay apart.
    ramp: f64,
    /// The seconds after that until measuring begins.
    warm: f64,
    /// The seconds that are measured.
    seconds: f64,
}

/// Streams that begin at a fixed rate, however many are open.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct Open {
    /// How many begin in a second.
    rate: f64,
    shape: Shape,
    /// The seconds until measuring begins.
    warm: f64,
    /// The seconds that are measured.
    seconds: f64,
}

/// Streams that stay open.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct Streams {
    streams: u32,
    shape: Shape,
}

/// What was measured.
#[derive(Debug, Serialize)]
pub(crate) struct Answer {
    /// Chunks with text that came, in the measured time and in all.
    chunks: u64,
    all_chunks: u64,
    /// Streams that came to their end, and that failed.
    streams: u64,
    failed: u64,
    /// The first failure.
    failure: Option<String>,
    /// From the beginning of a request, when it was due, to its first text.
    first: Option<Quantiles>,
    /// From the upstream's sending of a chunk to its arrival.
    chunk: Option<Quantiles>,
    /// From the beginning of a request, when it was due, to the end of its answer.
    whole: Option<Quantiles>,
}

/// Streams that are open, idle.
#[derive(Debug, Default)]
pub(crate) struct Held(Vec<JoinHandle<()>>);

type Shared = Arc<Mutex<Tally>>;

/// Keeps streams going.
pub(crate) async fn closed(target: Target, closed: Closed) -> Answer {
    let Closed { streams, shape, ramp, warm, seconds } = closed;
    let begin = clock::now();
    let from = begin + nanoseconds(ramp + warm);
    let tally = shared(from, from + nanoseconds(seconds));
    let request: Arc<[u8]> = request::bytes(&target, shape).into();
    let mut tasks = JoinSet::new();
    for index in 0..streams {
        let (tally, request) = (tally.clone(), request.clone());
        let delay = Duration::from_secs_f64(ramp * f64::from(index) / f64::from(streams));
        let address = target.address;
        tasks.spawn(async move {
            sleep(delay).await;
            let mut connection = None;
            loop {
                let start = clock::now();
                let done = async {
                    let mut open = match connection.take() {
                        Some(open) => open,
                        None => connect(address, index).await?,
                    };
                    stream(&mut open, &request, start, &tally).await?;
                    connection = Some(open);
                    Ok(())
                };
                if !note(&tally, done.await) {
                    // A relay that refuses is not asked in a busy loop.
                    sleep(Duration::from_millis(100)).await;
                }
            }
        });
    }
    sleep(Duration::from_secs_f64(ramp + warm + seconds)).await;
    tasks.shutdown().await;
    answer(&tally)
}

/// Begins streams at a fixed rate.
pub(crate) async fn open(target: Target, open: Open) -> Answer {
    let Open { rate, shape, warm, seconds } = open;
    let tally = shared(clock::now() + nanoseconds(warm), u64::MAX);
    let request: Arc<[u8]> = request::bytes(&target, shape).into();
    let idle: Arc<Mutex<Vec<Connection>>> = Arc::default();
    let mut due = ticks(rate, warm + seconds);
    let mut tasks = JoinSet::new();
    let mut index = 0_u32;
    while let Some(start) = due.recv().await {
        while tasks.try_join_next().is_some() {}
        if tasks.len() >= MAX_OPEN_STREAMS {
            note(&tally, Err(anyhow::anyhow!("{MAX_OPEN_STREAMS} streams are open")));
            continue;
        }
        index += 1;
        let (tally, request, idle, address) =
            (tally.clone(), request.clone(), idle.clone(), target.address);
        tasks.spawn(async move {
            let open = idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let done = async {
                let mut open = match open {
                    Some(open) => open,
                    None => connect(address, index).await?,
                };
                stream(&mut open, &request, start, &tally).await?;
                idle.lock().unwrap_or_else(PoisonError::into_inner).push(open);
                Ok(())
            };
            note(&tally, done.await);
        });
    }
    let ended = timeout(GRACE, async { while tasks.join_next().await.is_some() {} }).await;
    if ended.is_err() {
        for _ in 0..tasks.len() {
            note(
                &tally,
                Err(anyhow::anyhow!("not over {} s after the last began", GRACE.as_secs())),
            );
        }
        tasks.shutdown().await;
    }
    answer(&tally)
}

/// Returns a receiver of the times at which requests are due. Another thread waits for them, since
/// tokio's clock has steps of a millisecond.
fn ticks(rate: f64, seconds: f64) -> mpsc::UnboundedReceiver<u64> {
    let (sender, receiver) = mpsc::unbounded_channel();
    let begin = clock::now();
    std::thread::spawn(move || {
        let mut elapsed = 0.0;
        while elapsed < seconds {
            let due = begin + nanoseconds(elapsed);
            std::thread::sleep(Duration::from_nanos(due.saturating_sub(clock::now())));
            if sender.send(due).is_err() {
                break;
            }
            elapsed += 1.0 / rate;
        }
    });
    receiver
}

/// Opens streams, and returns when the first text of each has come.
pub(crate) async fn hold(target: Target, streams: Streams, held: &mut Held) -> Answer {
    let Streams { streams, shape } = streams;
    let tally = shared(0, u64::MAX);
    let request: Arc<[u8]> = request::bytes(&target, shape).into();
    let mut opening: JoinSet<Result<()>> = JoinSet::new();
    for index in 0..streams {
        while opening.len() >= OPENED_AT_ONCE {
            if let Some(Ok(result)) = opening.join_next().await {
                note(&tally, result);
            }
        }
        let (tally, request, address) = (tally.clone(), request.clone(), target.address);
        let (first, came) = tokio::sync::oneshot::channel();
        held.0.push(tokio::spawn(async move {
            let opened = Tally::telling(first);
            let done = async {
                let mut open = connect(address, index).await?;
                stream(&mut open, &request, clock::now(), &opened).await
            };
            note(&tally, done.await);
        }));
        opening.spawn(async move {
            match timeout(OPENING, came).await {
                Ok(Ok(())) => Ok(()),
                _ => bail!("a stream did not begin within {} s", OPENING.as_secs()),
            }
        });
    }
    while let Some(Ok(result)) = opening.join_next().await {
        note(&tally, result);
    }
    answer(&tally)
}

impl Held {
    /// Closes all.
    pub(crate) fn release(&mut self) -> Answer {
        for task in self.0.drain(..) {
            task.abort();
        }
        answer(&shared(0, 0))
    }
}

fn shared(from: u64, until: u64) -> Shared {
    Arc::new(Mutex::new(Tally::new(from, until)))
}

/// Counts a stream; returns whether it came to its end.
fn note(tally: &Mutex<Tally>, result: Result<()>) -> bool {
    let mut tally = tally.lock().unwrap_or_else(PoisonError::into_inner);
    match result {
        Ok(()) => {
            tally.streams += 1;
            true
        }
        Err(error) => {
            tally.failed += 1;
            tally.failure.get_or_insert_with(|| format!("{error:#}"));
            false
        }
    }
}

fn answer(tally: &Mutex<Tally>) -> Answer {
    let mut tally = tally.lock().unwrap_or_else(PoisonError::into_inner);
    let Tally { chunks, all_chunks, streams, failed, failure, first, chunk, whole, .. } =
        std::mem::replace(&mut *tally, Tally::new(0, 0));
    let (first, chunk, whole) = (first.quantiles(), chunk.quantiles(), whole.quantiles());
    Answer { chunks, all_chunks, streams, failed, failure, first, chunk, whole }
}

fn nanoseconds(seconds: f64) -> u64 {
    u64::try_from(Duration::from_secs_f64(seconds).as_nanos()).unwrap_or(u64::MAX)
}
