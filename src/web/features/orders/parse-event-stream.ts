/*
 * Reads a stream of server-sent events as the HTML standard says (§9.2.6): lines may end with LF, CR or CRLF and may be cut anywhere
 * between two chunks; an event is told at its blank line, and one that is cut off by the stream's end never is.
 */

export type StreamEvent = { type: string; data: string; lastEventId: string };
type Heard = { onEvent: (event: StreamEvent) => void; onRetry: (milliseconds: number) => void };

/** Returns what takes the text of a stream, piece by piece. */
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
    // A CR at the very end may be half of a CRLF: it waits for what comes next.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) readLine(line);
  };
}
