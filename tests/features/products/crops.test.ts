import {
  caller,
  type Farm,
  givenMarket,
  givenOneMarket,
  listCards,
  makeFarm,
  makeProduct,
  productForm,
} from '#tests/setup/in-market.ts';

describe('the crop of a product', () => {
  let farm: Farm;
  givenMarket();
  beforeEach(async () => {
    farm = await makeFarm();
  });
  const mine = () => caller(farm).farmer.products;
  test('is kept with the same name when an edit does not set it, and guessed again for another name', async () => {
    const { id: productId } = await mine().create(productForm({ name: 'Tomatoes', crop: null }));
    const edit = async (input: object) =>
      (await mine().edit({ ...productForm({ name: 'Tomatoes' }), productId, ...input })).crop;
    expect(await edit({ price: 50 })).toBeNull();
    expect(await edit({ crop: 'cherry-tomato' })).toBe('cherry-tomato');
    expect(await edit({ price: 60 })).toBe('cherry-tomato');
    expect(await edit({ name: 'Vitunguu' })).toBe('onion');
    expect(await edit({ name: 'Vitunguu', crop: null })).toBeNull();
  });

  test.each([
    ['Fresh cow milk', 'litres'],
    ['Layer eggs', 'trays'],
    ['Sukuma wiki', 'kg'],
  ])('of %s is usually sold in %s', async (name, unit) => {
    expect((await caller().market.guessCrop({ name })).crop).toMatchObject({ unit });
  });
});

describe('a search for a crop', () => {
  givenOneMarket();
  beforeAll(async () => {
    const farm = await makeFarm();
    // These names contain no word of the searches below.
    await makeProduct(farm, { name: 'Anna F1, grade 1', crop: 'tomato', price: 80 });
    await makeProduct(farm, { name: 'Roma', crop: 'tomato', price: 40, category: 'Other' });
    await makeProduct(farm, { name: 'Shangi', price: 30, category: 'Root Crops' });
    await makeProduct(farm, { name: 'Tomato seedlings', price: 5 });
    await makeProduct(farm, { name: 'Ngwaci', price: 60 });
  });
  const found = async (input: object) => (await listCards(input)).products.map(({ name }) => name);

  test('finds products of that crop, whatever their name, and products with these words', async () => {
    const search = 'tometoes';
    const cheapestFirst = ['Tomato seedlings', 'Roma', 'Anna F1, grade 1'];
    const place = { latitude: -0.4169, longitude: 36.951 };
    expect(await found({ search, sort: 'price' })).toEqual(cheapestFirst);
    expect(await found({ search, maxPrice: 5 })).toEqual(['Tomato seedlings']);
    expect(await found({ search, category: 'other' })).toEqual(['Roma']);
    const nearest = await found({ search, sort: 'nearest', ...place });
    expect(nearest.sort()).toEqual(cheapestFirst.toSorted());
    const { categories } = await caller().market.facets({ search });
    expect(categories.reduce((sum, { number }) => sum + number, 0)).toBe(3);
  });

  test('in Swahili or a local language does not find another crop that shares a word', async () => {
    expect(await found({ search: 'viazi' })).toEqual(['Shangi']);
    expect(await found({ search: 'viazi vitamu' })).toEqual(['Ngwaci']);
  });

  test('that is misspelt is suggested in its correct spelling', async () => {
    expect(await caller().market.suggestions({ search: 'tomatt' })).toEqual(['Tomato']);
  });
});
