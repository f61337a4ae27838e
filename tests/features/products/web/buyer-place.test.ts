import { readBuyerPlace, setBuyerPlace } from '#products/web/catalogue/visitor-choices.ts';
import { overwriteGetLocale } from '#rules/text/compiled/runtime.js';

const position = { latitude: -1.286, longitude: 36.817 };

afterEach(() => {
  localStorage.clear();
  overwriteGetLocale(() => 'en');
});

test('the name of a GPS position is not stored, and follows the language of the page', () => {
  setBuyerPlace({ ...position, name: '' });
  expect(readBuyerPlace()?.name).toBe('your position');
  expect(localStorage.getItem('buyerPlace')).toBe(JSON.stringify({ ...position, name: '' }));
});

test.each(['', 'your position', 'mahali ulipo'])(
  'a place stored as "%s" is read in Swahili',
  (name) => {
    overwriteGetLocale(() => 'sw');
    localStorage.setItem('buyerPlace', JSON.stringify({ ...position, latitude: -1.3, name }));
    expect(readBuyerPlace()?.name).toBe('mahali ulipo');
  },
);

test('the name of a place is kept as it was found', () => {
  setBuyerPlace({ ...position, name: 'Nairobi' });
  expect(readBuyerPlace()?.name).toBe('Nairobi');
});
