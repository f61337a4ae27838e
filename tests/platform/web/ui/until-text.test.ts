import { overwriteGetLocale } from '#platform/rules/text/compiled/runtime.js';
import { untilText } from '#platform/web/ui/format/date-text.ts';

const now = new Date('2026-11-25T20:30:00Z'); // 23:30 in Nairobi
afterEach(() => overwriteGetLocale(() => 'en'));

test.each([
  ['2026-11-25T20:59:00Z', '23:59 today'],
  ['2026-11-25T21:00:00Z', '00:00 tomorrow'],
  ['2026-11-26T10:30:00Z', '13:30 tomorrow'],
  ['2026-11-27T10:30:00Z', '27 Nov, 13:30'],
])('a deadline in words: %s is %s in Nairobi', (moment, text) => {
  expect(untilText(moment, now).replaceAll('\u00a0', ' ')).toBe(text);
});

test('a deadline in words is in Swahili on a Swahili page', () => {
  overwriteGetLocale(() => 'sw');
  expect(untilText('2026-11-26T10:30:00Z', now)).toBe('kesho 13:30');
});
