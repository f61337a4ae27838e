import { textOf } from '#web/cached/cache-answers.ts';
import {
  ANSWER_LENGTH_MAX,
  CACHED_MILLISECONDS,
  cachingOf,
  deleteCached,
  deleteCachedAnswer,
  deleteOthersCached,
  findCached,
  pruneCached,
  superfluousOf,
  writeCached,
} from '#web/cached/cached-store.ts';

const now = Date.parse('2026-11-23T12:00:00Z');
const answer = (at: number, version = 'one en', text = '[1]') => ({ version, at, text });

test('the cache keeps what users view, and for a visitor only public data', () => {
  expect(cachingOf([['farmer', 'products', 'list'], { type: 'query' }], false)).toBe('dated');
  expect(cachingOf([['farmer', 'products', 'list']], true)).toBe(null);
  expect(cachingOf([['market', 'cards'], { type: 'infinite' }], true)).toBe('dated');
  for (const path of [
    ['auth', 'exportData'],
    ['buyer', 'orders', 'pay'],
    ['sessions', 'list'],
  ])
    expect(cachingOf([path], false)).toBe(null);
  expect(cachingOf(['typed by hand'], false)).toBe(null);
});

test('the cache keeps the first page of a long list, and no answer longer than a screen can use', () => {
  const page = { rows: 'x'.repeat(ANSWER_LENGTH_MAX / 2) };
  expect(textOf({ pages: [page, page], pageParams: [null, 'more'] })).toBe(
    JSON.stringify({ pages: [page], pageParams: [null] }),
  );
  expect(textOf({ pages: [page], pageParams: [null] })).not.toBe(null);
  expect(textOf({ rows: 'x'.repeat(ANSWER_LENGTH_MAX) })).toBe(null);
});

test('cached answers are found again by the same build, language and user, for a week', async () => {
  const at = Date.now();
  await writeCached(1, [
    ['products', answer(at)],
    ['old', answer(at - CACHED_MILLISECONDS)],
  ]);
  expect(await findCached(1, 'products', 'one en')).toEqual(answer(at));
  expect(await findCached(1, 'products', 'two en')).toBe(null);
  expect(await findCached(1, 'old', 'one en')).toBe(null);
  expect(await findCached(2, 'products', 'one en')).toBe(null);
  await pruneCached('one en');
  expect(await findCached(1, 'products', 'one en')).not.toBe(null);
  await deleteOthersCached(2);
  expect(await findCached(1, 'products', 'one en')).toBe(null);
});

test("cached answers are deleted at a logout, and another person's stay", async () => {
  const at = Date.now();
  for (const owner of [3, 31, 'visitor'] as const)
    await writeCached(owner, [['products', answer(at)]]);
  await deleteCached(3);
  expect(await findCached(3, 'products', 'one en')).toBe(null);
  expect(await findCached(31, 'products', 'one en')).not.toBe(null);
  await deleteOthersCached(4);
  expect(await findCached(31, 'products', 'one en')).toBe(null);
  await deleteCachedAnswer('visitor', 'others');
  expect(await findCached('visitor', 'products', 'one en')).not.toBe(null);
});

test("cached answers are pruned if they are too old, another build's or too long together, the oldest first", () => {
  const present = { version: 'one en', now };
  const aged = (age: number, text?: string): [string, ReturnType<typeof answer>] => [
    String(age),
    answer(now - age, 'one en', text),
  ];
  const week = CACHED_MILLISECONDS;
  expect(superfluousOf([['other', answer(now, 'two en')], aged(week), aged(0)], present)).toEqual([
    'other',
    String(week),
  ]);
  const long = (age: number) => aged(age, 'x'.repeat(1_500_000));
  expect(superfluousOf([long(2), long(0), long(1)], present)).toEqual(['2']);
});
