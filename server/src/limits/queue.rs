//! How many requests are answered at once, and how many wait for a place: first come, first served.
//! A client that goes away leaves the queue, since its future is dropped.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::refusal::Refusal;

/// The places, and the queue before them.
#[derive(Debug)]
pub(super) struct Queue {
    places: Arc<Semaphore>,
    concurrent: u64,
    waiting: AtomicU64,
    most_waiting: u64,
    wait: Duration,
}

/// One that waits; dropped when it has a place, is too late, or gone.
struct Waiting<'a>(&'a AtomicU64);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Queue {
    /// Creates it with how many are answered at once, how many wait at most, and how long.
    pub(super) fn new((concurrent, most_waiting, wait): (u64, u64, Duration)) -> Self {
        let places = usize::try_from(concurrent)
            .unwrap_or(Semaphore::MAX_PERMITS)
            .min(Semaphore::MAX_PERMITS);
        let places = Arc::new(Semaphore::new(places));
        Self { places, concurrent, waiting: AtomicU64::new(0), most_waiting, wait }
    }

    /// Returns whether it was created with these.
    pub(super) fn is_of(&self, settings: (u64, u64, Duration)) -> bool {
        (self.concurrent, self.most_waiting, self.wait) == settings
    }

    /// Waits for a place, which is free again when the permit is dropped.
    ///
    /// # Errors
    /// Too many wait, or none became free in time.
    pub(super) async fn enter(&self) -> Result<OwnedSemaphorePermit, Refusal> {
        // Never past those who wait: a place that becomes free is theirs before it counts as free.
        if let Ok(place) = self.places.clone().try_acquire_owned() {
            return Ok(place);
        }
        let waiting = self.waiting.fetch_add(1, Ordering::Relaxed);
        let guard = Waiting(&self.waiting);
        if waiting >= self.most_waiting {
            return Err(Refusal::QueueFull { running: self.concurrent, waiting });
        }
        let place = tokio::time::timeout(self.wait, self.places.clone().acquire_owned()).await;
        drop(guard);
        // The semaphore is never closed.
        place
            .ok()
            .and_then(Result::ok)
            .ok_or(Refusal::QueueTimeout { seconds: self.wait.as_secs() })
    }

    /// Returns how many are answered at present, and how many wait.
    pub(super) fn load(&self) -> (u64, u64) {
        let free = u64::try_from(self.places.available_permits()).unwrap_or(u64::MAX);
        (self.concurrent.saturating_sub(free), self.waiting.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use tokio::{task::yield_now, time::timeout};

    use super::*;

    /// Lets every task run until it waits.
    async fn settle() {
        for _ in 0..10 {
            yield_now().await;
        }
    }

    #[tokio::test(start_paused = true)]
    async fn places_are_assigned_in_the_order_of_arrival() {
        let queue = Arc::new(Queue::new((1, 10, Duration::from_secs(60))));
        let order = Arc::new(Mutex::new(Vec::new()));
        let place = queue.enter().await.unwrap();
        let tasks: Vec<_> = (0..5)
            .map(|number| {
                let (queue, order) = (queue.clone(), order.clone());
                tokio::spawn(async move {
                    let _place = queue.enter().await.unwrap();
                    order.lock().unwrap().push(number);
                    yield_now().await;
                })
            })
            .collect();
        settle().await;
        assert_eq!((queue.load(), order.lock().unwrap().len()), ((1, 5), 0));
        drop(place);
        for task in tasks {
            task.await.unwrap();
        }
        assert_eq!(*order.lock().unwrap(), [0, 1, 2, 3, 4]);
        assert_eq!(queue.load(), (0, 0));
    }

    #[tokio::test(start_paused = true)]
    async fn a_full_queue_refuses_at_once_and_a_late_place_in_time() {
        let queue = Queue::new((2, 1, Duration::from_millis(50)));
        let _places = (queue.enter().await.unwrap(), queue.enter().await.unwrap());
        let (first, second) = tokio::join!(queue.enter(), queue.enter());
        assert_eq!(second.unwrap_err(), Refusal::QueueFull { running: 2, waiting: 1 });
        assert_eq!(first.unwrap_err(), Refusal::QueueTimeout { seconds: 0 });
        assert_eq!(queue.load(), (2, 0));
        let none = Queue::new((1, 0, Duration::from_secs(60)));
        let _place = none.enter().await.unwrap();
        assert_eq!(none.enter().await.unwrap_err(), Refusal::QueueFull { running: 1, waiting: 0 });
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_goes_away_leaves_the_queue() {
        let queue = Arc::new(Queue::new((1, 1, Duration::from_secs(60))));
        let place = queue.enter().await.unwrap();
        let gone = tokio::spawn({
            let queue = queue.clone();
            async move { queue.enter().await.map(drop) }
        });
        settle().await;
        assert_eq!(queue.load(), (1, 1));
        gone.abort();
        assert!(gone.await.unwrap_err().is_cancelled());
        assert_eq!(queue.load(), (1, 0));
        let next = tokio::spawn({
            let queue = queue.clone();
            async move { queue.enter().await.map(drop) }
        });
        settle().await;
        drop(place);
        timeout(Duration::from_secs(1), next).await.unwrap().unwrap().unwrap();
    }
}
