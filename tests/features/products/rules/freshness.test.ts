import { crops } from '#products/rules/crops.ts';
import { FRESH_DAYS_MAX } from '#products/rules/product-facts.ts';
import { perishableCrops } from '#products/server/freshness-queries.ts';
import { freshDays, freshUntil } from '#products/server/set-quantities.ts';

const today = '2026-03-02';

test.each([
  ['without a harvest date, from the day of the confirmation', 'kale', null, '2026-03-06'],
  ['from the harvest', 'kale', '2026-03-01', '2026-03-05'],
  ['from a harvest that is to come', 'kale', '2026-03-10', '2026-03-14'],
  ['half of it again after an old harvest', 'kale', '2026-02-01', '2026-03-04'],
  ['half of an odd number is rounded up', 'tilapia', '2000-01-01', '2026-03-03'],
  ['half a year at most', 'honey', null, '2026-08-29'],
  ['half a year without a crop', null, null, '2026-08-29'],
])('shelf life: %s', (_, crop, harvestDate, until) => {
  expect(freshUntil({ crop, harvestDate }, today)).toBe(until);
});

test('every crop has a shelf life of at least two days, within the limit', () => {
  for (const { id } of crops) {
    expect(freshDays(id), id).toBeGreaterThanOrEqual(2);
    expect(freshDays(id), id).toBeLessThanOrEqual(FRESH_DAYS_MAX);
  }
});

test('fresh produce is perishable; grain, roots that keep and animals are not', () => {
  expect(perishableCrops).toEqual(expect.arrayContaining(['milk', 'kale', 'cabbage', 'egg']));
  for (const id of ['maize', 'potato', 'onion', 'goat', 'chicken'])
    expect(perishableCrops).not.toContain(id);
});
