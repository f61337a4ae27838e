import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FetchEventSource } from '#features/orders/web/fetch-event-source.ts';

const PATH = '/trpc/buyer.orders.changes';
const LONGER_THAN_ANY_WAIT = 60_000;

/** A stream with this content that ends. */
const saying = (text: string) =>
  new Response(text, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });

describe('events over fetch', () => {
  const server = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
  const headersOf = (call: number) => server.mock.calls[call]?.[1].headers;
  let source: FetchEventSource | undefined;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', server);
  });
  afterEach(() => {
    source?.close();
    server.mockReset();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test('the token is sent in a header, and the URL is unchanged', async () => {
    server.mockResolvedValue(new Response(null, { status: 401 }));
    source = new FetchEventSource(PATH, { headers: () => ({ authorization: 'Bearer secret' }) });
    await vi.advanceTimersByTimeAsync(0);
    expect(server.mock.calls[0]?.[0]).toBe(PATH);
    expect(headersOf(0)).toMatchObject({
      authorization: 'Bearer secret',
      accept: 'text/event-stream',
    });
  });

  test('a refused stream is not requested again', async () => {
    server.mockResolvedValue(new Response(null, { status: 401 }));
    source = new FetchEventSource(PATH);
    await vi.advanceTimersByTimeAsync(LONGER_THAN_ANY_WAIT);
    expect(server).toHaveBeenCalledTimes(1);
    expect(source.readyState).toBe(source.CLOSED);
  });

  test('an answer that is not a stream counts as refused', async () => {
    server.mockResolvedValue(new Response('<html>', { headers: { 'content-type': 'text/html' } }));
    source = new FetchEventSource(PATH);
    await vi.advanceTimersByTimeAsync(LONGER_THAN_ANY_WAIT);
    expect(server).toHaveBeenCalledTimes(1);
  });

  test("after an interruption it resumes at the last event, after the server's retry time", async () => {
    server.mockResolvedValueOnce(saying('retry: 4000\nid: 12\ndata: first\n\n'));
    server.mockResolvedValueOnce(saying('data: second\n\n'));
    server.mockImplementation(() => new Promise(() => {}));
    const heard: string[] = [];
    source = new FetchEventSource(PATH);
    source.addEventListener('message', (event) => heard.push(String((event as MessageEvent).data)));
    await vi.advanceTimersByTimeAsync(1900);
    expect(server).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(4200);
    expect(headersOf(1)).toMatchObject({ 'last-event-id': '12' });
    expect(heard).toEqual(['first', 'second']);
  });

  test('a server that is down is retried at growing intervals', async () => {
    server.mockRejectedValue(new TypeError('Failed to fetch'));
    source = new FetchEventSource(PATH);
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    const calls = server.mock.calls.length;
    expect(calls).toBeGreaterThan(10);
    expect(calls).toBeLessThan(50);
  });

  test('once closed it sends no more requests', async () => {
    server.mockRejectedValue(new TypeError('Failed to fetch'));
    source = new FetchEventSource(PATH);
    await vi.advanceTimersByTimeAsync(0);
    source.close();
    await vi.advanceTimersByTimeAsync(LONGER_THAN_ANY_WAIT);
    expect(server).toHaveBeenCalledTimes(1);
  });
});
