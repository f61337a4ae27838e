import { guessCrop } from '#products/rules/crop-input.ts';

test.each([
  ['Tomatos', 'tomato'],
  ['Tometoes', 'tomato'],
  ['Anna F1 tomatoes', 'tomato'],
  ['nyanya kutoka Loitokitok', 'tomato'],
  ['Nyanya (tomatoes) fresh', 'tomato'],
  ['Mahindi mabichi ya kuchoma', 'green-maize'],
  ['Fresh boiling maize', 'green-maize'],
  ['Orange sweet potatoes', 'sweet-potato'],
  ['sukuma wicki freshi', 'kale'],
  ['Cow peas', 'cowpea'],
  ['Ndengu safi', 'green-gram'],
  ['Coffee beans', 'coffee'],
  ['Avacado', 'avocado'],
  ['Vitunguu saumu', 'garlic'],
  ['Eggplant', 'aubergine'],
  ['Mayai ya kienyeji', 'egg'],
  ['Maziwa ya ng’ombe', 'milk'],
])('the crop in a product’s name: %s: %s', (name, id) => {
  expect(guessCrop(name)?.id).toBe(id);
});

test.each([
  'Maize and beans',
  'Kale, spinach',
  'Sukuma wiki / managu',
  'Tomato seedlings',
  'Mbegu za mahindi',
  'Unga wa mahindi',
  'Chicken feed',
  'Mango juice',
  'Mboga',
  'Steamed something',
  'Money plant',
  'Steak',
  'pes',
  '',
])('the crop in a product’s name: %s names none, or more than one', (name) => {
  expect(guessCrop(name)).toBeNull();
});
