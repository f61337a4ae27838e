/*
 * The stream of a user's order changes in tRPC's format: `connected` first, a message for each
 * change, `ping` while nothing happens, `return` at a regular end. tRPC's own subscription link
 * would load the rest of its client with every screen.
 */

import { STREAM_PING_SECONDS } from '#rules/limits.ts';
import { readToken } from '#web/session.ts';
import { STREAM_POLL_SECONDS } from '../rules/limits.ts';

const AGAIN_MILLISECONDS = 2000;
const FIRST_WAIT_MILLISECONDS = 1000;
const LONGEST_WAIT_MILLISECONDS = 30_000;
/**
 * The server pings more often. A connection silent for longer is dead, even if the phone considers
 * it open.
 */
const SILENCE_MILLISECONDS = 3 * STREAM_PING_SECONDS * 1000;

type Callbacks = {
  onChange: () => void;
  onConversation: () => void;
  onNotices: () => void;
};

/**
 * After each connection all callbacks are called, because changes were missed in between. If the
 * server has replaced the stream by a newer one, they are called once a minute instead: reopening
 * it would end another page's. Load it lazily. Returns a function that ends it.
 */
export function followOrders(
  role: Role,
  { onChange, onConversation, onNotices }: Callbacks,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let polling: ReturnType<typeof setInterval> | undefined;
  let connection = new AbortController();
  let failures = 0;
  const reportAll = () => {
    onChange();
    onConversation();
    onNotices();
  };

  const follow = async () => {
    connection.abort();
    connection = new AbortController();
    const { signal } = connection;
    followAfter(SILENCE_MILLISECONDS);
    const options = { token: readToken(), signal, onEvent: hear };
    const isRefused = await readEvents(`/trpc/${role}.orders.changes`, options);
    if (signal.aborted) return;
    // The screen's own queries were refused too and show the error.
    if (isRefused) return clearTimeout(timer);
    const wait = Math.min(FIRST_WAIT_MILLISECONDS * 2 ** failures++, LONGEST_WAIT_MILLISECONDS);
    // Randomized, so that clients do not all reconnect at once.
    followAfter(wait * (0.5 + Math.random()));
  };
  const hear = (type: string, data: string) => {
    failures = 0;
    // The server stops, or the stream has reached its maximum age. Reconnecting reaches a running
    // server.
    if (type === 'return') {
      connection.abort();
      return followAfter(AGAIN_MILLISECONDS);
    }
    followAfter(SILENCE_MILLISECONDS);
    if (type === 'connected') reportAll();
    if (type !== 'message' || data === '') return;
    const change = readChange(data);
    if ('isReplaced' in change) return poll();
    if ('conversationId' in change) onConversation();
    else if (!('notices' in change)) onChange();
    // These changes also create notices, which are not announced separately.
    onNotices();
  };
  const poll = () => {
    clearTimeout(timer);
    connection.abort();
    polling = setInterval(reportAll, STREAM_POLL_SECONDS * 1000);
  };
  const followAfter = (milliseconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void follow(), milliseconds);
  };
  void follow();
  return () => {
    clearTimeout(timer);
    clearInterval(polling);
    connection.abort();
  };
}

function readChange(data: string) {
  const change:
    | { orderId: number | null }
    | { conversationId: number }
    | { notices: true }
    | { isReplaced: true } = JSON.parse(data);
  return change;
}

/*
 * Server-sent events over fetch: EventSource cannot send a header, and a session token in a URL
 * would end up in logs. tRPC's events have one line of data each.
 */
const TOO_MANY_REQUESTS = 429;
const SERVER_FAILURE = 500;

type Read = {
  token: string | null;
  signal: AbortSignal;
  onEvent: (type: string, data: string) => void;
};

/** Returns whether the stream was refused; otherwise the connection broke or was closed. */
async function readEvents(url: string, { token, signal, onEvent }: Read): Promise<boolean> {
  try {
    const answer = await fetch(url, {
      headers: { accept: 'text/event-stream', authorization: `Bearer ${token ?? ''}` },
      cache: 'no-store',
      signal,
    });
    if (isRefusal(answer)) return true;
    const reader = answer.ok ? answer.body?.getReader() : undefined;
    const decoder = new TextDecoder();
    let rest = '';
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true };
      if (done) return false;
      const events = (rest + decoder.decode(value, { stream: true })).split('\n\n');
      rest = events.pop() ?? '';
      for (const event of events) {
        if (signal.aborted) return false;
        onEvent(fieldOf(event, 'event') ?? 'message', fieldOf(event, 'data') ?? '');
      }
    }
  } catch {
    return false;
  }
}

const fieldOf = (event: string, name: string) =>
  new RegExp(`^${name}: ?(.*)$`, 'm').exec(event)?.[1];

/** A busy or restarting server is worth another try. */
function isRefusal({ ok, status, headers }: Response): boolean {
  if (!ok) return status < SERVER_FAILURE && status !== TOO_MANY_REQUESTS;
  return !headers.get('content-type')?.startsWith('text/event-stream');
}
