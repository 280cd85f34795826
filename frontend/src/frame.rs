//! The sealed frame and the two ports into it.
//!
//! Knows how messages travel (`{ message, attachments }`), not what they mean.

use js_sys::{Array, Object};
use kernel::protocol::Control;
use serde::Serialize;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{
    HtmlIFrameElement, MessageEvent, MessagePort, MutationObserver, MutationObserverInit,
};

use crate::foreign::message;
use crate::foreign::packet::Packet;
use crate::runtime::Started;

type Handler = Closure<dyn FnMut(MessageEvent)>;

/// A frame that stays on the page until it is dropped.
pub(crate) struct Frame {
    element: HtmlIFrameElement,
    control: MessagePort,
    worker: MessagePort,
    watch: MutationObserver,
    _handlers: [Handler; 2],
    _gone: Closure<dyn FnMut()>,
}

impl Frame {
    /// Takes over a frame that is on the page and has its ports.
    ///
    /// `on_control` and `on_worker` receive each message's JSON text and its attachments; `on_gone`
    /// is called when other code removes the frame from the page, since a port does not report that
    /// its other end is gone.
    ///
    /// # Errors
    /// A sentence that says why the frame cannot be used.
    pub(crate) fn adopt(
        started: Started,
        on_control: impl Fn(&str, &Array) + 'static,
        on_worker: impl Fn(&str, &Array) + 'static,
        on_gone: impl Fn() + 'static,
    ) -> Result<Self, String> {
        let why = |thrown: JsValue| words::frame_the_isolated_frame_cannot(&message(&thrown));
        let Started { element, control, worker } = started;
        let parent = element.parent_node().ok_or(words::frame_the_isolated_frame_was())?;
        let watched = element.clone();
        let gone = Closure::<dyn FnMut()>::new(move || {
            if !watched.is_connected() {
                on_gone();
            }
        });
        let watch = MutationObserver::new(gone.as_ref().unchecked_ref()).map_err(why)?;
        let children = MutationObserverInit::new();
        children.set_child_list(true);
        watch.observe_with_options(&parent, &children).map_err(why)?;
        let handlers = [listen(&control, on_control), listen(&worker, on_worker)];
        Ok(Self { element, control, worker, watch, _handlers: handlers, _gone: gone })
    }

    /// Sends a message to the frame.
    pub(crate) fn control(&self, message: &Control, attachments: &Array) -> Result<(), String> {
        post(&self.control, message, attachments)
    }

    /// Sends a request or an offer to the worker. `ArrayBuffer`s are transferred, everything else
    /// is passed by reference.
    pub(crate) fn worker(
        &self,
        message: &impl Serialize,
        attachments: &Array,
    ) -> Result<(), String> {
        post(&self.worker, message, attachments)
    }
}

impl Drop for Frame {
    fn drop(&mut self) {
        self.watch.disconnect();
        for port in [&self.control, &self.worker] {
            port.set_onmessage(None);
            port.close();
        }
        self.element.remove();
    }
}

fn listen(port: &MessagePort, act: impl Fn(&str, &Array) + 'static) -> Handler {
    let handler = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let packet: Packet = event.data().unchecked_into();
        // Messages from the frame are not trusted: one that is not a packet becomes an empty
        // message, which counts as unreadable.
        let text = packet.message().ok().and_then(|text| text.as_string()).unwrap_or_default();
        let attachments = packet.attachments().and_then(JsCast::dyn_into::<Array>);
        let attachments = attachments.unwrap_or_default();
        act(&text, &attachments);
    });
    port.set_onmessage(Some(handler.as_ref().unchecked_ref()));
    handler
}

fn post(port: &MessagePort, message: &impl Serialize, attachments: &Array) -> Result<(), String> {
    let text = kernel::protocol::write(message).map_err(|error| error.to_string())?;
    let packet: Packet = Object::new().unchecked_into();
    packet.set_message(&text);
    packet.set_attachments(attachments);
    let moved: Array =
        attachments.iter().filter(|item| item.is_instance_of::<js_sys::ArrayBuffer>()).collect();
    port.post_message_with_transferable(&packet, &moved)
        .map_err(|thrown| words::frame_the_message_could_not(&self::message(&thrown)))
}
