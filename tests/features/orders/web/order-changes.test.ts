import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { STREAM_POLL_SECONDS } from '#features/orders/rules/limits.ts';
import { followOrders } from '#features/orders/web/order-changes.ts';

const PATH = '/trpc/buyer.orders.changes';
const REPLACED =
  'event: connected\ndata: {}\n\ndata: {"isReplaced":true}\n\nevent: return\ndata: \n\n';
const ENDED = 'event: connected\ndata: {}\n\nevent: return\ndata: \n\n';

vi.mock('#platform/web/session/session.ts', () => ({ readToken: () => 'token' }));

/** A stream with this content that ends. */
const saying = (text: string) =>
  new Response(text, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });

describe('E126: a page that follows orders', () => {
  const server = vi.fn<(url: string) => Promise<Response>>();
  const onChange = vi.fn();
  let stop: () => void;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', server);
  });
  afterEach(() => {
    stop();
    server.mockReset();
    onChange.mockReset();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const follow = () => {
    stop = followOrders('buyer', { onChange, onConversation: () => {}, onNotices: () => {} });
  };
  const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

  test('polls once a minute after its stream was replaced by a newer one, and does not reopen it', async () => {
    server.mockImplementation(async () => saying(REPLACED));
    follow();
    await pass(1);
    expect(onChange).toHaveBeenCalledTimes(1);
    await pass(10 * STREAM_POLL_SECONDS);
    expect(onChange).toHaveBeenCalledTimes(11);
    expect(server.mock.calls.map(([url]) => url)).toEqual([PATH]);
    stop();
    await pass(10 * STREAM_POLL_SECONDS);
    expect(onChange).toHaveBeenCalledTimes(11);
  });

  test('reopens a stream that reached its time limit', async () => {
    server.mockImplementationOnce(async () => saying(ENDED));
    server.mockImplementation(() => new Promise(() => {}));
    follow();
    await pass(3);
    expect(server).toHaveBeenCalledTimes(2);
  });
});
