import { readdirSync } from 'node:fs';
import { cropPicture } from '#products/rules/crop-picture.ts';
import { crops } from '#products/rules/crops.ts';
import { drawnCrops } from '#products/rules/drawn-crops.ts';
import { type Category, categories } from '#products/rules/product-facts.ts';

const files = readdirSync('src/app/web/public/art/crops')
  .filter((file) => file.endsWith('.svg'))
  .map((file) => `/art/crops/${file}`);
const ofCategories = categories.map((category) => cropPicture({ name: '', category }));

describe('the picture of a product without photos', () => {
  test('every picture is a file, and every file is a picture', () => {
    const ofWords = Object.values(drawnCrops)
      .flatMap((words) => words.split(','))
      .map((name) => cropPicture({ name, category: 'Other' }));
    expect([...new Set([...ofCategories, ...ofWords])].sort()).toEqual(files.sort());
  });

  test.each<[string, Category, string]>([
    ['NYANYA kutoka Loitokitok', 'Vegetables', 'tomato'],
    ['Viazi', 'Root Crops', 'potato'],
    ['Viazi vitamu', 'Root Crops', 'sweet-potato'],
    ['Kunde leaves', 'Vegetables', 'kale'],
    ['Kunde', 'Legumes', 'peas'],
    ['Eggplant', 'Vegetables', 'vegetables'],
    ['', 'Dairy & eggs', 'dairy'],
    ['(.*[', 'Cereals', 'cereals'],
  ])('%s (%s) is drawn as %s', (name, category, picture) => {
    expect(cropPicture({ name, category })).toBe(`/art/crops/${picture}.svg`);
  });

  test("is that of its crop, whatever the product's name; a crop without one falls back to name or category", () => {
    const product = { name: 'Anna F1', category: 'Vegetables' } as const;
    expect(cropPicture({ ...product, crop: 'tomato' })).toBe('/art/crops/tomato.svg');
    expect(cropPicture({ ...product, crop: 'okra' })).toBe('/art/crops/vegetables.svg');
    expect(cropPicture({ ...product, crop: null })).toBe('/art/crops/vegetables.svg');
    for (const { id, group, picture } of crops) {
      if (picture)
        expect(cropPicture({ name: '', category: group, crop: id })).toBe(
          `/art/crops/${picture}.svg`,
        );
    }
  });
});
