import { describe, expect, test } from 'vitest';
import { guessCrop } from '#features/products/rules/guess-crop.ts';

describe('the crop in a product’s name', () => {
  test.each([
    ['TOMATOES GRADE 1', 'tomato'],
    ['Tomatos', 'tomato'],
    ['Tomatoe', 'tomato'],
    ['Tometoes', 'tomato'],
    ['Anna F1 tomatoes', 'tomato'],
    ['Money Maker tomatoes', 'tomato'],
    ['Tomatoes, crate of 64 kg', 'tomato'],
    ['nyanya kutoka Loitokitok', 'tomato'],
    ['Nyanya (tomatoes) fresh', 'tomato'],
    ['Dry maize, grade 1', 'maize'],
    ['Mahindi makavu, daraja la 1', 'maize'],
    ['Mahindi mabichi ya kuchoma', 'green-maize'],
    ['Maizee', 'maize'],
    ['Fresh boiling maize', 'green-maize'],
    ['Potatoes', 'potato'],
    ['Shangi', 'potato'],
    ['Waru', 'potato'],
    ['Irish potatos', 'potato'],
    ['Orange sweet potatoes', 'sweet-potato'],
    ['Sukumawiki', 'kale'],
    ['sukuma wicki freshi', 'kale'],
    ['Kunde leaves', 'cowpea-leaves'],
    ['Cow peas', 'cowpea'],
    ['Ndengu safi', 'green-gram'],
    ['Garden peas (minji)', 'pea'],
    ['Rose coco beans', 'bean'],
    ['Maharagwe ya rosecoco', 'bean'],
    ['Coffee beans', 'coffee'],
    ['Hass avocados', 'avocado'],
    ['Avacado', 'avocado'],
    ['Maparachichi', 'avocado'],
    ['Apple mangoes', 'mango'],
    ['Maembe ya ngowe', 'mango'],
    ['Ndizi kisukari', 'banana'],
    ['Vitunguu', 'onion'],
    ['Red onions', 'onion'],
    ['Vitunguu saumu', 'garlic'],
    ['Cabage', 'cabbage'],
    ['Kabeji kubwa', 'cabbage'],
    ['Bird eye chillies', 'chilli'],
    ['Eggplant', 'aubergine'],
    ['Layer eggs, trays of 30', 'egg'],
    ['Kienyeji eggs', 'egg'],
    ['Mayai ya kienyeji', 'egg'],
    ['Kuku wa kienyeji', 'chicken'],
    ['Fresh cow milk', 'milk'],
    ['Maziwa ya ng’ombe', 'milk'],
    ['Water melons', 'watermelon'],
    ['Purple tea, hand rolled', 'tea'],
    ['Asali mbichi', 'honey'],
    ['Ground nuts', 'groundnut'],
    ['Terere', 'amaranth'],
  ])('%s: %s', (name, id) => {
    expect(guessCrop(name)?.id).toBe(id);
  });

  test.each([
    'Maize and beans',
    'Mahindi na maharagwe',
    'Kale, spinach',
    'Tomatoes & onions',
    'Sukuma wiki / managu',
    'Tomato seedlings',
    'Mbegu za mahindi',
    'Miche ya parachichi',
    'Unga wa mahindi',
    'Maize flour',
    'Avocado oil',
    'Chicken feed',
    'Goat manure',
    'Mbolea ya kuku',
    'Banana crisps',
    'Tomato paste',
    'Mango juice',
    'Mboga',
    'Matunda mchanganyiko',
    'Fresh vegetables',
    'Steamed something',
    'Money plant',
    'Samaki',
    'Steak',
    'Product 12',
    'pes',
    '%',
    '',
  ])('%s names none, or more than one', (name) => {
    expect(guessCrop(name)).toBeNull();
  });

  test('the longest possible names are guessed without delay', () => {
    for (const name of ['tomatq '.repeat(14), 'a '.repeat(50), 'm'.repeat(100)]) guessCrop(name);
    expect(guessCrop('tomato '.repeat(14))?.id).toBe('tomato');
  });
});
