import { counties, findCounty } from '#rules/counties.ts';

test('counties: there are 47, each once, in the order of their codes', () => {
  expect(new Set(counties).size).toBe(47);
  expect([counties[0], counties[46]]).toEqual(['Mombasa', 'Nairobi']);
});

test('counties: each is found by its own name', () => {
  expect(counties.map(findCounty)).toEqual([...counties]);
});

test.each([
  ['Nairobi County', 'Nairobi'],
  ['City of Nairobi', 'Nairobi'],
  ['Murang’a County', "Murang'a"],
  ['ELGEYO MARAKWET', 'Elgeyo-Marakwet'],
  ['Keiyo-Marakwet', 'Elgeyo-Marakwet'],
  ['Tharaka', 'Tharaka-Nithi'],
  ['homabay', 'Homa Bay'],
  ['murang`a', "Murang'a"],
  ['Taita‑Ta\u200bveta', 'Taita-Taveta'],
])('counties: %s is %s', (typed, county) => {
  expect(findCounty(typed)).toBe(county);
});

test.each(['', 'county', 'Arusha', '047', '__proto__'])('counties: %j is not a county', (typed) => {
  expect(findCounty(typed)).toBeNull();
});
