/*
 * Server-sent events over fetch, because the browser's EventSource cannot send a header, and a
 * session token must not be part of a URL, which ends up in logs and histories. Reads what tRPC's
 * server writes: each event has one line of data.
 */
const TOO_MANY_REQUESTS = 429;
const SERVER_FAILURE = 500;

type Read = {
  token: string | null;
  signal: AbortSignal;
  onEvent: (type: string, data: string) => void;
};

/**
 * Reads a stream until it ends.
 * @returns whether it was refused; otherwise the connection broke, or was closed
 */
export async function readEvents(url: string, { token, signal, onEvent }: Read): Promise<boolean> {
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

/** A busy or restarting server is worth another try; an invalid session or a wrong URL is not. */
function isRefusal({ ok, status, headers }: Response): boolean {
  if (!ok) return status < SERVER_FAILURE && status !== TOO_MANY_REQUESTS;
  return !headers.get('content-type')?.startsWith('text/event-stream');
}
