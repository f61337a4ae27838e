import { overwriteGetLocale } from '#rules/text/compiled/runtime.js';
import { metresText, untilText } from '#ui/format.ts';

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

test.each([
  [500, '500 m', 'mita 500'],
  [98.278, '98 m', 'mita 98'],
  [999.6, '1 km', 'kilomita 1'],
  [2500, '2.5 km', 'kilomita 2.5'],
])('%s metres are %s in English and %s in Swahili', (metres, english, swahili) => {
  overwriteGetLocale(() => 'en');
  expect(metresText(metres)).toBe(english);
  overwriteGetLocale(() => 'sw');
  expect(metresText(metres)).toBe(swahili);
});
