/*
 * Reads a stream of server-sent events as the HTML standard describes (§9.2.6): lines may end with
 * LF, CR or CRLF and may be split anywhere between two chunks. An event is reported at its blank
 * line; one that is cut off by the end of the stream is dropped.
 */

export type StreamEvent = { type: string; data: string; lastEventId: string };
type Heard = { onEvent: (event: StreamEvent) => void; onRetry: (milliseconds: number) => void };

/** Returns a function that takes the text of a stream in chunks. */
export function parseEventStream({ onEvent, onRetry }: Heard): (text: string) => void {
  let rest = '';
  let type = '';
  let data: string[] = [];
  let lastEventId = '';

  function tell() {
    if (data.length > 0) onEvent({ type: type || 'message', data: data.join('\n'), lastEventId });
    type = '';
    data = [];
  }

  function readLine(line: string) {
    if (line === '') return tell();
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') type = value;
    else if (field === 'data') data.push(value);
    else if (field === 'id' && !value.includes('\0')) lastEventId = value;
    else if (field === 'retry' && /^\d+$/.test(value)) onRetry(Number(value));
  }

  return (text) => {
    rest += text;
    // A CR at the very end may be half of a CRLF, so it is kept for the next chunk.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) readLine(line);
  };
}
