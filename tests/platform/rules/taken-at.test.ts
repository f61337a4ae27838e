import { judgeTakenAt } from '#rules/fields.ts';
import { TAKEN_AT_FUTURE_SECONDS, TAKEN_AT_PAST_SECONDS } from '#rules/limits.ts';

const NOW = new Date('2026-11-23T09:00:00Z');
const at = (secondsAgo: number) => new Date(NOW.getTime() - secondsAgo * 1000).toISOString();

test.each([
  ['now', 0, false],
  ['a clock a little ahead', -TAKEN_AT_FUTURE_SECONDS, false],
  ['a clock too far ahead', -TAKEN_AT_FUTURE_SECONDS - 1, true],
  ['a week ago', TAKEN_AT_PAST_SECONDS, false],
  ['longer ago than a change can be pending', TAKEN_AT_PAST_SECONDS + 1, true],
])('the time given by a phone: %s', (_, secondsAgo, isTakenAtDoubtful) => {
  expect(judgeTakenAt(at(secondsAgo), NOW)).toEqual({
    takenAt: new Date(at(secondsAgo)),
    isTakenAtDoubtful,
  });
});

test('no time is no doubt; one outside our calendar is flagged and not stored', () => {
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
  ['before the subject existed', TAKEN_AT_FUTURE_SECONDS + 1, true],
  ['within the tolerance of a slow clock', TAKEN_AT_FUTURE_SECONDS, false],
  ['after it existed', -1, false],
])(
  'the time compared with the beginning of its subject: %s',
  (_, secondsBefore, isTakenAtDoubtful) => {
    const since = new Date(NOW.getTime() - 1000 * 1000);
    expect(judgeTakenAt(at(1000 + secondsBefore), NOW, since).isTakenAtDoubtful).toBe(
      isTakenAtDoubtful,
    );
  },
);
