import { overwriteGetLocale } from '#platform/rules/text/compiled/runtime.js';
import { metresText } from '#platform/web/ui/format/metres-text.ts';

afterEach(() => overwriteGetLocale(() => 'en'));

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
