/*
 * The stream of a person's order changes (buyer.orders.changes, farmer.orders.changes), in the
 * format of tRPC's server: `connected` first, a message for each change, `ping` while nothing
 * happens, `return` at a regular end. It does not use tRPC's own subscription link, which is in one
 * module with the rest of its client and would be loaded with every screen.
 */

import { STREAM_POLL_SECONDS } from '#features/orders/rules/limits.ts';
import { STREAM_PING_SECONDS } from '#platform/rules/limits.ts';
import type { Role } from '#platform/rules/role.ts';
import { readToken } from '#platform/web/session/session.ts';
import { FetchEventSource } from './fetch-event-source.ts';

const AGAIN_MILLISECONDS = 2000;
/**
 * The server pings more often than this. A connection that is silent for longer is dead, even if
 * the phone still considers it open.
 */
const SILENCE_MILLISECONDS = 3 * STREAM_PING_SECONDS * 1000;

type Callbacks = {
  /** One of this person's orders has changed. */
  onChange: () => void;
  /** One of this person's conversations has changed. */
  onConversation: () => void;
  /** The inbox has changed. */
  onNotices: () => void;
};

/**
 * Reports changes. After each connection it calls all callbacks, because changes were not reported
 * while the connection was down. If the server has replaced the stream by a newer one, it calls
 * them once a minute instead: reopening the stream would end another page's. Load it lazily.
 * @returns a function that ends it
 */
export function followOrders(
  role: Role,
  { onChange, onConversation, onNotices }: Callbacks,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let polling: ReturnType<typeof setInterval> | undefined;
  let source: FetchEventSource;
  const reportAll = () => {
    onChange();
    onConversation();
    onNotices();
  };

  const follow = () => {
    source = new FetchEventSource(`/trpc/${role}.orders.changes`, {
      headers: () => ({ authorization: `Bearer ${readToken() ?? ''}` }),
    });
    const heard = () => followAfter(SILENCE_MILLISECONDS);
    heard();
    source.addEventListener('connected', () => {
      heard();
      reportAll();
    });
    source.addEventListener('message', (event) => {
      heard();
      const change = readChange(event);
      if ('isReplaced' in change) return poll();
      if ('conversationId' in change) onConversation();
      else if (!('notices' in change)) onChange();
      // A changed order or conversation also creates a notice, which is not announced separately.
      onNotices();
    });
    source.addEventListener('ping', heard);
    // A server ends its streams like this when it stops, and when a stream has reached its maximum
    // age. Reconnecting reaches a running server.
    source.addEventListener('return', () => {
      source.close();
      followAfter(AGAIN_MILLISECONDS);
    });
    source.addEventListener('error', () => {
      // Refused: the screen's own queries were refused as well and show the error.
      if (source.readyState === source.CLOSED) clearTimeout(timer);
    });
  };
  const poll = () => {
    clearTimeout(timer);
    source.close();
    polling = setInterval(reportAll, STREAM_POLL_SECONDS * 1000);
  };
  const followAfter = (milliseconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      source.close();
      follow();
    }, milliseconds);
  };
  follow();
  return () => {
    clearTimeout(timer);
    clearInterval(polling);
    source.close();
  };
}

function readChange(event: Event) {
  // Written by the server (OrderChange).
  const change:
    | { orderId: number | null }
    | { conversationId: number }
    | { notices: true }
    | { isReplaced: true } = JSON.parse((event as MessageEvent<string>).data);
  return change;
}
