import { freshnessText } from '#products/web/catalogue/offer.tsx';

const none = { harvestDate: null, confirmedOn: null, listedOn: '2026-03-01' };

test.each([
  ['Listed today', { ...none, listedOn: '2026-03-10' }],
  ['Listed 9 days ago', none],
  ['Checked 3 days ago', { ...none, confirmedOn: '2026-03-07' }],
  ['Harvested 5 days ago', { ...none, confirmedOn: '2026-03-10', harvestDate: '2026-03-05' }],
  ['Harvested 14\u00a0Mar\u00a02026', { ...none, harvestDate: '2026-03-14' }],
  [
    '8\u00a0Mar\u2060–\u206014\u00a0Mar',
    { ...none, harvestDate: '2026-03-14', depositPercent: 30 },
  ],
])('a product is "%s"', (text, product) => {
  expect(freshnessText(product, '2026-03-10')).toBe(text);
});
