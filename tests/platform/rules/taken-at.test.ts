import { expect, test } from 'vitest';
import { TAKEN_AT_FUTURE_SECONDS, TAKEN_AT_PAST_SECONDS } from '#platform/rules/limits.ts';
import { judgeTakenAt } from '#platform/rules/taken-at.ts';

const NOW = new Date('2026-11-23T09:00:00Z');
const at = (secondsAgo: number) => new Date(NOW.getTime() - secondsAgo * 1000).toISOString();

test.each([
  ['now', 0, false],
  ['a clock a little ahead', -TAKEN_AT_FUTURE_SECONDS, false],
  ['a clock too far ahead', -TAKEN_AT_FUTURE_SECONDS - 1, true],
  ['a week ago', TAKEN_AT_PAST_SECONDS, false],
  ['longer ago than anything waits', TAKEN_AT_PAST_SECONDS + 1, true],
])('a moment that a phone names: %s', (_, secondsAgo, isTakenAtDoubtful) => {
  expect(judgeTakenAt(at(secondsAgo), NOW)).toEqual({
    takenAt: new Date(at(secondsAgo)),
    isTakenAtDoubtful,
  });
});

test('no moment is no doubt; one that no calendar of ours has is noted and not kept', () => {
  expect(judgeTakenAt(undefined, NOW)).toEqual({ takenAt: null, isTakenAtDoubtful: false });
  expect(judgeTakenAt('0000-01-01T00:00:00Z', NOW)).toEqual({
    takenAt: null,
    isTakenAtDoubtful: true,
  });
  expect(judgeTakenAt('9999-12-31T23:59:59Z', NOW)).toEqual({
    takenAt: null,
    isTakenAtDoubtful: true,
  });
});

test.each([
  ['before it', TAKEN_AT_FUTURE_SECONDS + 1, true],
  ['by a clock a little late', TAKEN_AT_FUTURE_SECONDS, false],
  ['after it', -1, false],
])('a moment and the beginning of what it is about: %s', (_, secondsBefore, isTakenAtDoubtful) => {
  const since = new Date(NOW.getTime() - 1000 * 1000);
  expect(judgeTakenAt(at(1000 + secondsBefore), NOW, since).isTakenAtDoubtful).toBe(
    isTakenAtDoubtful,
  );
});
