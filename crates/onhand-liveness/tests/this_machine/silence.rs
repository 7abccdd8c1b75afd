//! A server that takes connections and never answers costs the deadline, and nothing stays behind.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use onhand_platform_native::NativeHost;
use tokio::io::AsyncReadExt;
use tokio::net::TcpListener;
use tokio::runtime::Handle;
use tokio::task::JoinSet;

use crate::application::{Application, PATIENCE, listener};

const AT_ONCE: usize = 64;
const DEADLINE: Duration = Duration::from_millis(200);

/// Takes every connection, reads what comes until the other side closes it, and counts both.
fn listen(listener: TcpListener) -> Arc<[AtomicUsize; 2]> {
    let counts = Arc::new([AtomicUsize::new(0), AtomicUsize::new(0)]);
    let counting = counts.clone();
    tokio::spawn(async move {
        loop {
            let (mut stream, _) = listener.accept().await.expect("a connection");
            counting[0].fetch_add(1, Ordering::SeqCst);
            let counting = counting.clone();
            tokio::spawn(async move {
                let mut heard = [0; 1024];
                while stream.read(&mut heard).await.is_ok_and(|read| read > 0) {}
                counting[1].fetch_add(1, Ordering::SeqCst);
            });
        }
    });
    counts
}

/// So many probes, at most [`AT_ONCE`] at a time. None has an answer.
async fn probe(application: &Arc<Application>, probes: usize) {
    let mut running = JoinSet::new();
    for _ in 0..probes {
        if running.len() == AT_ONCE {
            running
                .join_next()
                .await
                .expect("one is running")
                .expect("it does not panic");
        }
        let application = application.clone();
        running.spawn(async move {
            let liveness = application.probe(&NativeHost::new(), DEADLINE).await;
            assert!(!liveness.answering.is_present(), "{liveness:?}");
        });
    }
    running.join_all().await;
}

/// How many files and sockets this process holds, and its memory in bytes.
#[cfg(target_os = "linux")]
fn held() -> (usize, usize) {
    let open = std::fs::read_dir("/proc/self/fd")
        .expect("it can be listed")
        .count();
    let memory = std::fs::read_to_string("/proc/self/statm").expect("it can be read");
    let pages = memory.split(' ').nth(1).expect("the resident pages");
    (
        open,
        pages.parse::<usize>().expect("a number") * rustix::param::page_size(),
    )
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thousand_probes_leave_no_task_and_no_socket_behind() {
    let (listener, port) = listener().await;
    let counts = listen(listener);
    let application = Arc::new(Application::of_ours(port));
    until_dialled(&application, &counts).await;
    probe(&application, 300).await;
    until_closed(&counts).await;
    #[cfg(target_os = "linux")]
    let before = held();
    probe(&application, 700).await;
    until_closed(&counts).await;
    #[cfg(target_os = "linux")]
    {
        let after = held();
        // Other tests may run in this process, and open some of their own. One that each probe left
        // behind would be 700.
        let opened = after.0.saturating_sub(before.0);
        assert!(
            opened < AT_ONCE,
            "{opened} files and sockets more than after the first 300"
        );
        let grown = after.1.saturating_sub(before.1);
        assert!(
            grown < 8 << 20,
            "{grown} bytes more than after the first 300"
        );
    }
}

/// Probes until the server was dialled, each time with twice the time: on a busy machine many of the others
/// may come to their deadline before they dial.
async fn until_dialled(application: &Application, counts: &[AtomicUsize; 2]) {
    let mut deadline = DEADLINE;
    while counts[0].load(Ordering::SeqCst) == 0 {
        assert!(deadline < PATIENCE, "it is never dialled");
        let liveness = application.probe(&NativeHost::new(), deadline).await;
        assert!(!liveness.answering.is_present(), "{liveness:?}");
        deadline *= 2;
    }
}

/// Waits until the server has seen the end of each connection, and no task is left but its own.
async fn until_closed(counts: &[AtomicUsize; 2]) {
    let start = Instant::now();
    loop {
        let [opened, closed] = counts.each_ref().map(|count| count.load(Ordering::SeqCst));
        let tasks = Handle::current().metrics().num_alive_tasks();
        if opened == closed && tasks == 1 {
            return;
        }
        assert!(
            start.elapsed() < PATIENCE,
            "{closed} of {opened} are closed, {tasks} tasks"
        );
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}
