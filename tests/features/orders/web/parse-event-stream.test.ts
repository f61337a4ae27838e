import { describe, expect, test } from 'vitest';
import { parseEventStream, type StreamEvent } from '#features/orders/web/parse-event-stream.ts';

function readAll(...chunks: string[]) {
  const events: StreamEvent[] = [];
  const retries: number[] = [];
  const read = parseEventStream({
    onEvent: (event) => events.push(event),
    onRetry: (wait) => retries.push(wait),
  });
  for (const chunk of chunks) read(chunk);
  return { events, retries };
}
const message = (data: string, lastEventId = '') => ({ type: 'message', data, lastEventId });

describe('parsing an event stream', () => {
  test.each(['\n', '\r', '\r\n'])(
    'lines may end with %j, and an event with an empty line',
    (end) => {
      const stream = [
        'event: change',
        'data: {"orderId":7}',
        'id: 3',
        '',
        'data: next',
        '',
        '',
      ].join(end);
      expect(readAll(stream, 'x').events).toEqual([
        { type: 'change', data: '{"orderId":7}', lastEventId: '3' },
        message('next', '3'),
      ]);
    },
  );

  test('an event is the same wherever its chunks are split', () => {
    const stream = 'event: ping\r\ndata: a\r\ndata: b\r\n\r\nid: 9\r\ndata: c\r\n\r\n: end';
    const whole = readAll(stream).events;
    expect(whole).toEqual([{ type: 'ping', data: 'a\nb', lastEventId: '' }, message('c', '9')]);
    for (let at = 1; at < stream.length; at++)
      expect(readAll(stream.slice(0, at), stream.slice(at)).events).toEqual(whole);
    expect(readAll(...stream).events).toEqual(whole);
  });

  test('one space after the colon is dropped, and a field may have no colon', () => {
    expect(readAll('data:  two\n\ndata:none\n\ndata\n\n').events).toEqual([
      message(' two'),
      message('none'),
      message(''),
    ]);
  });

  test('comments and unknown fields are ignored, and so is an event without data', () => {
    expect(readAll(': hello\nevent: change\n\nnonsense: 1\ndata: x\n\n').events).toEqual([
      message('x'),
    ]);
  });

  test('an unfinished event at the end is dropped', () => {
    expect(readAll('data: half\n').events).toEqual([]);
  });

  test('a retry time is only digits, and an id contains no NUL', () => {
    const { events, retries } = readAll(
      'retry: 2500\nretry: soon\nretry: -1\nid: 1\nid: a\0b\ndata: x\n\n',
    );
    expect(retries).toEqual([2500]);
    expect(events).toEqual([message('x', '1')]);
  });
});
