import { existsSync, readFileSync } from 'node:fs';
import { guessCrop } from '#products/rules/crop-input.ts';
import { crops, findCrop, swahiliNameOf } from '#products/rules/crops.ts';
import { productNameText } from '#products/rules/product-texts.ts';
import { overwriteGetLocale } from '#rules/text/compiled/runtime.js';
import { fold } from '#rules/text/fold.ts';
import { makeDrawnCrops } from '#tooling/drawn-crops.ts';

test('the table of crops is free of duplicates: no two crops share an id or a name', () => {
  expect(new Set(crops.map(({ id }) => id)).size).toBe(crops.length);
  const owners = new Map<string, string[]>();
  for (const { id, names, said } of crops) {
    for (const name of new Set([...names, ...said].map(fold)))
      owners.set(name, [...(owners.get(name) ?? []), id]);
  }
  expect([...owners].filter(([, ids]) => ids.length > 1)).toEqual([]);
});

test('the table of crops names concepts of AGROVOC by addresses of the right shape, each of one crop', () => {
  const addresses = crops.flatMap(({ agrovoc }) => agrovoc ?? []);
  for (const address of addresses)
    expect(address).toMatch(/^http:\/\/aims\.fao\.org\/aos\/agrovoc\/c_\d{3,6}$/);
  expect(new Set(addresses).size).toBe(addresses.length);
});

test.each(crops)(
  'the table of crops: $id has plausible names, units, shelf life, months and picture',
  (crop) => {
    const { id, english, swahili, names, said, packings, shelfLifeDays, months, picture } = crop;
    expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
    for (const name of [english, swahili]) expect(name[0]).toBe(name[0]?.toUpperCase());
    for (const name of [...names, ...said]) expect(name).toMatch(/^[a-z0-9]+([ '][a-z0-9]+)*$/);
    expect(packings.length).toBeGreaterThan(0);
    for (const { unit, weightKg } of packings) {
      expect(weightKg).toBeGreaterThan(0);
      expect(weightKg).toBeLessThanOrEqual(300);
      if (unit === 'kg') expect(weightKg).toBe(1);
    }
    expect(shelfLifeDays).toBeGreaterThan(0);
    expect(months.length).toBeGreaterThan(0);
    const year = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
    expect(months).toEqual(year.filter((month) => months.includes(month)));
    if (picture) expect(existsSync(`src/app/web/public/art/crops/${picture}.svg`)).toBe(true);
    expect(findCrop(id)).toBe(crop);
  },
);

test.each(crops)(
  'the table of crops: $id is guessed from each of its names, and from the words of its id',
  ({ id, english, swahili, names, said }) => {
    for (const name of [english, swahili, ...names, ...said, id.replaceAll('-', ' ')])
      expect([name, guessCrop(name)?.id]).toEqual([name, id]);
  },
);

test('the table of crops: drawn-crops.ts is up to date with `npm run crops`', () => {
  expect(readFileSync('src/features/products/rules/drawn-crops.ts', 'utf8')).toBe(makeDrawnCrops());
});

test.each([
  ['Layer eggs', 'egg', 'Mayai'],
  ['MAYAI ya kienyeji', 'egg', null],
  ['Sukuma wiki', 'kale', null],
  ['Layer eggs', null, null],
  ['Layer eggs', 'no-such-crop', null],
])(
  "a product's Swahili name of %s, crop %s, is %s: not repeated where its own name says it",
  (name, crop, swahili) => {
    expect(swahiliNameOf({ name, crop })).toBe(swahili);
  },
);

test("a product's Swahili name stands before its own name on a Swahili page only", () => {
  const product = { name: 'Layer eggs', swahiliName: 'Mayai' };
  overwriteGetLocale(() => 'en');
  expect(productNameText(product)).toBe('Layer eggs');
  overwriteGetLocale(() => 'sw');
  expect(productNameText(product)).toBe('Mayai (Layer eggs)');
  expect(productNameText({ name: 'Layer eggs', swahiliName: null })).toBe('Layer eggs');
  overwriteGetLocale(() => 'en');
});
