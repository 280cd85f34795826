//! The fake upstream: a provider that answers at once, with as many chunks as the conversation asks
//! for.

use std::time::Duration;

use anyhow::{Result, ensure};
use tokio::{
    net::TcpListener,
    time::{sleep, timeout},
};

use crate::{
    clock,
    http::{Connection, Head},
    request::Shape,
};

const HEAD: &[u8] =
    b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n";
const NOT_FOUND: &[u8] =
    b"HTTP/1.1 404 Not Found\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}";

/// Serves until the process ends.
pub(crate) async fn serve(listener: TcpListener) {
    loop {
        // Without descriptors there is nothing to accept until a connection ends.
        let Ok((socket, _)) = listener.accept().await else {
            sleep(Duration::from_millis(10)).await;
            continue;
        };
        // A relay that closes its connection ends its answer, nothing else.
        tokio::spawn(async move { converse(Connection::new(socket)?).await });
    }
}

async fn converse(mut connection: Connection) -> Result<()> {
    while let Some(Head { path, mut body, .. }) = connection.request().await? {
        let mut content = Vec::new();
        while !connection.take(&mut body, &mut content)? {
            if !connection.fill().await? {
                return Ok(());
            }
        }
        match Shape::find(&content).filter(|_| path.ends_with("/chat/completions")) {
            Some(shape) => answer(&mut connection, shape).await?,
            // Relays ask for more than answers, what a model can do for instance.
            None => connection.send(NOT_FOUND).await?,
        }
    }
    Ok(())
}

async fn answer(connection: &mut Connection, shape: Shape) -> Result<()> {
    connection.send(HEAD).await?;
    connection.send(&event(&chunk(r#"{"role":"assistant","content":""}"#, "null"))).await?;
    for index in 0..shape.chunks {
        match index {
            0 => {}
            1 if shape.hold > 0 => hold(connection, Duration::from_secs(shape.hold)).await?,
            _ if shape.interval > 0 => sleep(Duration::from_millis(shape.interval)).await,
            _ => {}
        }
        connection
            .send(&event(&chunk(&format!(r#"{{"content":"{}"}}"#, clock::stamp()), "null")))
            .await?;
    }
    let mut end = event(&chunk("{}", r#""stop""#));
    end.extend(event(
        r#"{"id":"chatcmpl-bench","object":"chat.completion.chunk","created":1700000000,"model":"bench","choices":[],"usage":{"prompt_tokens":500,"completion_tokens":20,"total_tokens":520}}"#,
    ));
    end.extend(event("[DONE]"));
    end.extend(b"0\r\n\r\n");
    connection.send(&end).await
}

/// Waits, and ends with the connection: idle streams that nobody reads would keep their
/// descriptors.
async fn hold(connection: &mut Connection, time: Duration) -> Result<()> {
    let ended =
        timeout(time, async { while connection.fill().await.is_ok_and(|more| more) {} }).await;
    ensure!(ended.is_err(), "the connection ended");
    Ok(())
}

fn chunk(delta: &str, finish: &str) -> String {
    format!(
        r#"{{"id":"chatcmpl-bench","object":"chat.completion.chunk","created":1700000000,"model":"bench","choices":[{{"index":0,"delta":{delta},"finish_reason":{finish}}}]}}"#
    )
}

/// Returns an event with this data, as a chunk of HTTP.
fn event(data: &str) -> Vec<u8> {
    format!("{:x}\r\ndata: {data}\n\n\r\n", "data: \n\n".len() + data.len()).into_bytes()
}
