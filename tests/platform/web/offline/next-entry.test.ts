import {
  type Entry,
  nextEntry,
  nextTry,
  pauseAfter,
  type Refusal,
  type Trouble,
} from '#web/offline/entry.ts';

const refusal: Refusal = { sentence: 'No', code: 'QUANTITY_CHANGED', facts: {} };
let place = 0;
const entry = (key: string, more: Partial<Entry> = {}): Entry => ({
  key,
  kind: 'setQuantity',
  subject: key,
  input: {},
  parts: {},
  tries: 0,
  place: ++place,
  fileCount: 0,
  bytes: 0,
  writtenAt: '2026-11-23T08:00:00.000Z',
  clockOffsetMilliseconds: null,
  refusal: null,
  ...more,
});

function orderOf(entries: Entry[], troubles = new Map<string, Trouble>(), now = 0): string[] {
  const next = nextEntry(entries, troubles, now);
  if (!next) return [];
  const others = entries.filter((one) => one !== next);
  return [next.key, ...orderOf(others, troubles, now)];
}

describe('the next change to send', () => {
  const subject = 'product:1';

  test('is the oldest, with small ones before large ones', () => {
    const [video, photo] = [entry('video', { bytes: 900 }), entry('photo', { bytes: 300 })];
    expect(orderOf([video, entry('one'), photo, entry('two')])).toEqual([
      'one',
      'two',
      'photo',
      'video',
    ]);
  });

  test('on one subject keeps the order of writing, whatever the size', () => {
    const photos = entry('photos', { subject, bytes: 900 });
    expect(orderOf([photos, entry('count', { subject }), entry('other')])).toEqual([
      'other',
      'photos',
      'count',
    ]);
  });

  test('skips one that needs a decision, but nothing behind it on its subject', () => {
    const refused = entry('refused', { subject, refusal });
    expect(orderOf([refused, entry('behind', { subject }), entry('other')])).toEqual(['other']);
  });

  test('skips a refused message, also within its conversation', () => {
    const more = { subject: 'conversation:1', isPassable: true } as const;
    expect(orderOf([entry('refused', { ...more, refusal }), entry('behind', more)])).toEqual([
      'behind',
    ]);
  });

  test('skips a failed one until its pause is over, and prefers those that have not failed', () => {
    const troubles = new Map([['stuck', { failures: 2, againAt: 1000 }]]);
    const entries = [entry('stuck'), entry('behind', { subject: 'stuck' }), entry('other')];
    expect(orderOf(entries, troubles, 999)).toEqual(['other']);
    expect(orderOf(entries, troubles, 1000)).toEqual(['other', 'stuck', 'behind']);
  });
});

test('pauses grow, up to a minute', () => {
  expect([1, 2, 3, 4, 5, 6, 60].map(pauseAfter)).toEqual([3, 6, 12, 24, 48, 60, 60]);
});

test('the next try is at the end of the first pause; a change that needs a decision is not retried automatically', () => {
  const troubles = new Map([
    ['one', { failures: 1, againAt: 3000 }],
    ['two', { failures: 1, againAt: 2000 }],
  ]);
  expect(nextTry([entry('one'), entry('two'), entry('no', { refusal })], troubles)).toBe(2000);
  expect(nextTry([entry('no', { refusal })], troubles)).toBeUndefined();
});
