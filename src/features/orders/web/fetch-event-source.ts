/*
 * The browser's EventSource, but built on fetch: the browser's own cannot send a header, and a
 * session token must not be part of a URL, which ends up in logs and histories. It reconnects when
 * the connection breaks, waiting longer each time.
 */
import { parseEventStream } from './parse-event-stream.ts';

type Init = { headers?: () => Record<string, string> };
type Listener = (event: Event) => void;

const FIRST_WAIT_MILLISECONDS = 1000;
const LONGEST_WAIT_MILLISECONDS = 30_000;
const TOO_MANY_REQUESTS = 429;
const SERVER_FAILURE = 500;

export class FetchEventSource {
  readonly CONNECTING = 0;
  readonly OPEN = 1;
  readonly CLOSED = 2;
  readyState = 0;

  readonly #target = new EventTarget();
  readonly #url: string;
  readonly #headers: () => Record<string, string>;
  readonly #stop = new AbortController();
  #waitMilliseconds = FIRST_WAIT_MILLISECONDS;
  #failures = 0;
  #lastEventId = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(url: string, { headers = () => ({}) }: Init = {}) {
    this.#url = url;
    this.#headers = headers;
    void this.#connect();
  }

  addEventListener(type: string, listener: Listener): void {
    this.#target.addEventListener(type, listener);
  }

  removeEventListener(type: string, listener: Listener): void {
    this.#target.removeEventListener(type, listener);
  }

  close(): void {
    this.readyState = this.CLOSED;
    clearTimeout(this.#timer);
    this.#stop.abort();
  }

  async #connect(): Promise<void> {
    try {
      const answer = await fetch(this.#url, {
        headers: this.#allHeaders(),
        cache: 'no-store',
        signal: this.#stop.signal,
      });
      if (isRefusal(answer)) return this.#fail();
      if (answer.ok && answer.body) await this.#read(answer.body);
    } catch {
      // The connection broke or was closed; both are handled like the end of a stream.
    }
    this.#reconnect();
  }

  #allHeaders(): Record<string, string> {
    const resume = this.#lastEventId && { 'last-event-id': this.#lastEventId };
    return { accept: 'text/event-stream', ...this.#headers(), ...resume };
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    this.readyState = this.OPEN;
    this.#failures = 0;
    this.#target.dispatchEvent(new Event('open'));
    const read = parseEventStream({
      onEvent: ({ type, data, lastEventId }) => {
        this.#lastEventId = lastEventId;
        if (this.readyState !== this.CLOSED)
          this.#target.dispatchEvent(new MessageEvent(type, { data, lastEventId }));
      },
      onRetry: (milliseconds) => {
        this.#waitMilliseconds = Math.min(milliseconds, LONGEST_WAIT_MILLISECONDS);
      },
    });
    const reader = body.getReader();
    const decoder = new TextDecoder();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      read(decoder.decode(value, { stream: true }));
    }
  }

  #reconnect(): void {
    if (this.readyState === this.CLOSED) return;
    this.readyState = this.CONNECTING;
    this.#target.dispatchEvent(new Event('error'));
    const wait = Math.min(
      this.#waitMilliseconds * 2 ** this.#failures++,
      LONGEST_WAIT_MILLISECONDS,
    );
    // Randomized, so that clients do not all reconnect at once when a server comes back.
    this.#timer = setTimeout(() => void this.#connect(), wait * (0.5 + Math.random()));
  }

  /** Stops for good, because a refused request would be refused again. */
  #fail(): void {
    this.readyState = this.CLOSED;
    this.#target.dispatchEvent(new Event('error'));
  }
}

/** A busy or restarting server is worth another try; an invalid session or a wrong URL is not. */
function isRefusal({ ok, status, headers }: Response): boolean {
  if (!ok) return status < SERVER_FAILURE && status !== TOO_MANY_REQUESTS;
  return !headers.get('content-type')?.startsWith('text/event-stream');
}
