import { STREAM_POLL_SECONDS } from '#orders/rules/limits.ts';
import { followOrders } from '#orders/web/order-changes.ts';

const PATH = '/trpc/buyer.orders.changes';
const REPLACED =
  'event: connected\ndata: {}\n\ndata: {"isReplaced":true}\n\nevent: return\ndata: \n\n';
const ENDED = 'event: connected\ndata: {}\n\nevent: return\ndata: \n\n';

vi.mock('#web/session.ts', () => ({ readToken: () => 'token' }));

const saying = (text: string) =>
  new Response(text, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });

const LONGER_THAN_ANY_WAIT_SECONDS = 60;

const server = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>();
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

test('E126: a page that follows orders polls once a minute after its stream was replaced by a newer one, and does not reopen it', async () => {
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

test('E126: a page that follows orders reopens a stream that reached its time limit', async () => {
  server.mockImplementationOnce(async () => saying(ENDED));
  server.mockImplementation(() => new Promise(() => {}));
  follow();
  await pass(3);
  expect(server).toHaveBeenCalledTimes(2);
});

test('E126: a page that follows orders sends its token in a header, and not in the URL', async () => {
  server.mockImplementation(() => new Promise(() => {}));
  follow();
  await pass(0);
  expect(server.mock.calls[0]).toMatchObject([
    PATH,
    { headers: { authorization: 'Bearer token', accept: 'text/event-stream' } },
  ]);
});

test.each([
  ['refused', () => new Response(null, { status: 401 })],
  ['no stream', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
])('E126: a page that follows orders does not ask again if the answer is %s', async (_, answer) => {
  server.mockImplementation(async () => answer());
  follow();
  await pass(10 * LONGER_THAN_ANY_WAIT_SECONDS);
  expect(server).toHaveBeenCalledTimes(1);
});

test.each([
  ['is down', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['is busy', async () => new Response(null, { status: 429 })],
  ['breaks each stream', async () => saying('event: conn')],
])(
  'E126: a page that follows orders asks at growing intervals while the server %s, until it is stopped',
  async (_, answer) => {
    server.mockImplementation(answer);
    follow();
    await pass(10 * LONGER_THAN_ANY_WAIT_SECONDS);
    const calls = server.mock.calls.length;
    expect(calls).toBeGreaterThan(10);
    expect(calls).toBeLessThan(50);
    stop();
    await pass(LONGER_THAN_ANY_WAIT_SECONDS);
    expect(server).toHaveBeenCalledTimes(calls);
  },
);

test('E126: a page that follows orders hears each event once, wherever its chunks are split', async () => {
  const stream = 'event: connected\ndata: {}\n\n\n: ping\n\n\ndata: {"orderId":7}\n\n\n';
  for (let at = 1; at < stream.length; at += 1) {
    server.mockImplementationOnce(async () => {
      const body = new ReadableStream({
        start(controller) {
          for (const part of [stream.slice(0, at), stream.slice(at)])
            controller.enqueue(new TextEncoder().encode(part));
        },
      });
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    });
    onChange.mockReset();
    follow();
    await pass(1);
    expect(onChange).toHaveBeenCalledTimes(2);
    stop();
  }
});
