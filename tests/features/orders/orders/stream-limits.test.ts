import {
  createOrderChanges,
  type OrderChange,
  STREAM_MAX_SECONDS,
  STREAMS_MAX,
  STREAMS_PER_ADDRESS,
  STREAMS_PER_SESSION,
  STREAMS_PER_WIDE_NETWORK,
} from '#orders/server/order-changes.ts';
import { report } from '#tests/setup/report.ts';

/** A database without announcements: only the set of open streams matters here. */
const silent = { listen: async () => {} };

let changes: ReturnType<typeof createOrderChanges>;
let ended: string[];
let session = 0;
beforeEach(() => {
  changes = createOrderChanges(silent);
  ended = [];
});
afterEach(() => changes.close());

async function open(name: string, { sessionId = ++session, clientAddress = '197.248.1.1' } = {}) {
  const heard: OrderChange[] = [];
  const stream = changes.watch(
    { userId: sessionId, sessionId, clientAddress },
    { signal: undefined, isSessionOpen: async () => true },
  );
  void (async () => {
    for await (const change of stream) heard.push(change);
    ended.push(`${name}${heard.some((change) => 'isReplaced' in change) ? ', replaced' : ''}`);
  })();
  // The stream is registered from here on.
  await Promise.resolve();
}

const openMany = async (number: number, addressOf: (index: number) => string) => {
  for (let index = 0; index < number; index += 1)
    await open(`stream ${index}`, { clientAddress: addressOf(index) });
};

test(`E126: live streams are at most ${STREAMS_PER_SESSION} of one session: the oldest ends, and is told that another replaced it`, async () => {
  for (let tab = 1; tab <= STREAMS_PER_SESSION + 2; tab += 1)
    await open(`tab ${tab}`, { sessionId: 7 });
  await open('other session');
  await expect.poll(() => ended).toEqual(['tab 1, replaced', 'tab 2, replaced']);
});

test(`E126: live streams are at most ${STREAMS_PER_ADDRESS} of one address; other addresses keep theirs`, async () => {
  await open('other address', { clientAddress: '41.90.0.1' });
  await openMany(STREAMS_PER_ADDRESS + 1, () => '197.248.1.1');
  await expect.poll(() => ended).toEqual(['stream 0, replaced']);
});

test.each([
  ['an IPv4 /24', (index: number) => `197.248.1.${index % 100}`],
  ['an IPv6 /48', (index: number) => `2c0f:fe38:1:${(index % 200).toString(16)}00::/64`],
])(
  `E126: live streams are at most ${STREAMS_PER_WIDE_NETWORK} of %s`,
  async (_network, addressOf) => {
    await openMany(STREAMS_PER_WIDE_NETWORK + 1, addressOf);
    await expect.poll(() => ended).toEqual(['stream 0, replaced']);
  },
);

test(`E126: live streams are at most ${STREAMS_MAX} of one process: the address with the most loses its oldest`, async () => {
  await open('a phone elsewhere', { clientAddress: '41.90.0.1' });
  // Ten per address.
  await openMany(STREAMS_MAX - 1, (index) => `102.${Math.floor(index / 10)}.0.1`);
  await open('another phone', { clientAddress: '105.160.0.1' });
  await expect.poll(() => ended).toEqual(['stream 0, replaced']);
  report('E126', `${STREAMS_MAX} streams: one more ends the oldest of the largest address`);
});

test('E126: live streams end after a quarter of an hour', async () => {
  vi.useFakeTimers();
  await open('long');
  await vi.advanceTimersByTimeAsync(STREAM_MAX_SECONDS * 1000 - 1);
  expect(ended).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toEqual(['long']);
  vi.useRealTimers();
});
