import { newestPrice, priceSentence } from '#prices/rules/price.ts';
import { daysAfter, mondayOf, weekName, weekStart } from '#rules/day.ts';

const THIS_MONDAY = '2026-11-16';
const name = { en: 'Tomatoes', sw: 'Nyanya' };

const weeksOf = (medians: (number | null)[]) =>
  medians.map((median, at) => ({
    week: weekName(daysAfter(THIS_MONDAY, -7 * (medians.length - 1 - at))),
    asked: median === null ? null : { median },
  }));

test("a week's name gives its Monday, also across years", () => {
  for (let day = '2019-12-20'; day < '2027-01-20'; day = daysAfter(day, 1)) {
    expect(mondayOf(weekName(weekStart(day)))).toBe(weekStart(day));
  }
});

test.each([
  [[50, 50, 50, 50, 54], 'Tomatoes in Nakuru: KES 54 per kg this week, 8% more than a month ago.'],
  [[60, 50, 50, 50, 54], 'Tomatoes in Nakuru: KES 54 per kg this week, 10% less than a month ago.'],
  [[54, 50, 50, 50, 54], 'Tomatoes in Nakuru: KES 54 per kg this week, the same as a month ago.'],
  [[54, null], 'Tomatoes in Nakuru: KES 54 per kg last week.'],
  [[1250, null, null], 'Tomatoes in Nakuru: KES 1,250 per kg in the week of 2 Nov.'],
  [[null, null], 'Tomatoes in Nakuru: no price yet. Five farms have to sell it.'],
])('prices in words: %j is described correctly', (medians, sentence) => {
  expect(priceSentence({ name, county: 'Nakuru', weeks: weeksOf(medians) }, 'en')).toBe(sentence);
});

test('prices in words: if the week of a month ago is hidden, the nearest one is compared', () => {
  expect(newestPrice(weeksOf([40, null, 44, 44, 44, 44]))?.change).toBe(10);
  expect(newestPrice(weeksOf([null, null, 44, 44, 44, 88]))?.change).toBe(100);
  expect(newestPrice(weeksOf([null, null, null, 44, 44, 88]))?.change).toBeNull();
});
