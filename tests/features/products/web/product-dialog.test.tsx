import { useEffect } from 'react';
import { ProductDialog } from '#products/web/own/product-dialog.tsx';
import type { PriceHint } from '#products/web/own/product-fields.tsx';
import {
  givenBrowser,
  ownProduct,
  press,
  screen,
  waitFor,
  within,
} from '#tests/setup/web/render-screen.tsx';
import { renderWithQueue } from '#tests/setup/web/render-with-queue.tsx';
import { readEntries } from '#web/offline/mirror.ts';
import { readUser } from '#web/session.ts';

const MarketOfHundred: PriceHint = ({ onMarketPrice }) => {
  useEffect(() => onMarketPrice(100), [onMarketPrice]);
  return null;
};

givenBrowser();
const answers = {
  'farmer.products.create': () => ({ id: 9 }),
  'farmer.products.list': () => ({ products: [], nextCursor: null }),
};

const open = (given: Partial<Parameters<typeof ProductDialog>[0]> = {}, more: Answers = {}) =>
  renderWithQueue(
    <ProductDialog product={null} onClose={() => {}} PriceHint={() => null} {...given} />,
    { ...answers, ...more },
  );
type Answers = Parameters<typeof renderWithQueue>[1];
type User = Awaited<ReturnType<typeof open>>['user'];
const created = (calls: { path: string; input: unknown }[]) =>
  calls.find(({ path }) => path === 'farmer.products.create')?.input;
async function finish(user: User) {
  await user.selectOptions(screen.getByLabelText(/^Category/), 'Vegetables');
  await user.type(screen.getByLabelText(/^Quantity/), '5');
  await user.type(screen.getByLabelText(/^Price per/), '90');
  await press(user, 'Add product');
}

test('the product form: an empty one is not sent, and says what is missing', async () => {
  const { user, calls } = await open();
  await press(user, 'Add product');
  expect(await screen.findByText('Product name is required')).toBeTruthy();
  expect(screen.getByText('Still needed: Product name, Category, Quantity, Price')).toBeTruthy();
  const name = screen.getByLabelText(/^Product name/);
  await expect.poll(() => document.activeElement).toBe(name);
  expect(calls).toEqual([]);
  await user.type(screen.getByLabelText(/^Product name/), 'Maize');
  expect(screen.queryByText('Product name is required')).toBeNull();
  expect(screen.getByText('Still needed: Category, Quantity, Price')).toBeTruthy();
});

test('the product form: a known crop fills in the category, and the category that the farmer chose stays', async () => {
  const words: Record<string, object> = {
    Nyanya: { id: 'tomato', en: 'Tomatoes', sw: 'Nyanya', group: 'Vegetables' },
    Maembe: { id: 'mango', en: 'Mangoes', sw: 'Maembe', group: 'Fruits' },
  };
  const { user } = await open(undefined, {
    'market.guessCrop': (input) => ({ crop: words[(input as { name: string }).name] ?? null }),
  });
  const name = screen.getByLabelText(/^Product name/);
  const category = screen.getByLabelText<HTMLSelectElement>(/^Category/);
  await user.type(name, 'Nyanya');
  await waitFor(() => expect(category.value).toBe('Vegetables'));
  await user.clear(name);
  await user.type(name, 'Maembe');
  await waitFor(() => expect(category.value).toBe('Fruits'));
  await user.selectOptions(category, 'Cereals');
  await user.clear(name);
  await user.type(name, 'Nyanya');
  expect(await screen.findByText('Crop: Tomatoes')).toBeTruthy();
  expect(category.value).toBe('Cereals');
});

test.each([
  ['price', /^Price per/],
  ['quantity', /^Quantity/],
])(
  'the product form: milk is sold in litres, unless its farmer chose a unit or has set a %s',
  async (_, field) => {
    const milk = { id: 'milk', en: 'Milk', sw: 'Maziwa', group: 'Dairy & eggs', unit: 'litres' };
    const kale = { id: 'kale', en: 'Kale', sw: 'Sukuma wiki', group: 'Vegetables', unit: 'kg' };
    const { user } = await open(undefined, {
      'market.guessCrop': (input) => ({
        crop: (input as { name: string }).name === 'Maziwa' ? milk : kale,
      }),
    });
    const name = screen.getByLabelText(/^Product name/);
    const unit = screen.getByLabelText<HTMLSelectElement>(/^Unit/);
    await user.type(name, 'Maziwa');
    await waitFor(() => expect(unit.value).toBe('litres'));
    await user.clear(name);
    await user.type(name, 'Sukuma');
    await waitFor(() => expect(unit.value).toBe('kg'));
    await user.type(screen.getByLabelText(field), '70');
    await user.clear(name);
    await user.type(name, 'Maziwa');
    expect(await screen.findByText('Crop: Milk')).toBeTruthy();
    expect(unit.value).toBe('kg');
  },
);

test('the product form: a product without a crop says so, and choosing none is sent', async () => {
  const none = {
    'market.guessCrop': () => ({ crop: null }),
    'market.crops': () => ({ crops: [] }),
  };
  const { user, calls } = await open({}, none);
  await user.type(screen.getByLabelText(/^Product name/), 'Mboga');
  await screen.findByText('Crop: none');
  await press(user, 'Change');
  expect(document.activeElement).toBe(screen.getByLabelText('Search for a crop'));
  expect(await screen.findByText('No crop found. Try another name.')).toBeTruthy();
  await press(user, 'None of these');
  await finish(user);
  await waitFor(() => expect(created(calls)).toMatchObject({ crop: null }));
});

const value = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label).value;
const [price, quantity, unit] = [/^Price per/, /^Quantity/, /^Unit/];

test('the product form: another unit clears the price of a new product if the weight is unknown, and keeps the quantity', async () => {
  const { user } = await open();
  await user.type(screen.getByLabelText(quantity), '20');
  await user.type(screen.getByLabelText(price), '50');
  await user.selectOptions(screen.getByLabelText(unit), 'crates');
  expect(value(price)).toBe('');
  expect(value(quantity)).toBe('20');
  const cleared = 'Enter the price for 1 crate; it was for 1 kg.';
  expect(screen.getByText(cleared)).toBeTruthy();
  await user.type(screen.getByLabelText(price), '1');
  expect(screen.queryByText(cleared)).toBeNull();
});

test("the product form: another unit converts a stored product's price and stock by its net weight, and back", async () => {
  const maize = ownProduct({ netWeightKg: 90, price: 3600, quantity: 12, isOrganic: false });
  const { user } = await open({ product: maize });
  await user.selectOptions(screen.getByLabelText(unit), 'kg');
  expect([value(price), value(quantity)]).toEqual(['40', '1080']);
  const converted = 'From your price per bag. Check it.';
  expect(screen.getByText(converted)).toBeTruthy();
  await user.selectOptions(screen.getByLabelText(unit), 'bags');
  const values = () => [value(price), value(quantity), value(/^Net weight of/)];
  expect(values()).toEqual(['3600', '12', '90']);
  // The weight is that of a bag, so nothing is known of a crate.
  await user.selectOptions(screen.getByLabelText(unit), 'crates');
  expect(values()).toEqual(['', '', '']);
});

test('the product form: a new price below half of the market’s is asked about once', async () => {
  const close = vi.fn();
  const empty = { netWeightKg: null, lowStockBelow: null, description: '' };
  const product = ownProduct({ price: 30, ...empty });
  const { user, calls } = await open(
    { product, onClose: close, PriceHint: MarketOfHundred },
    { 'farmer.products.edit': () => ({ id: 7 }), 'farmer.overview': () => ({}) },
  );
  const edits = () => calls.filter(({ path }) => path === 'farmer.products.edit').length;
  const save = () => press(user, 'Save changes');
  await user.clear(screen.getByLabelText(/^Price per/));
  await user.type(screen.getByLabelText(/^Price per/), '40');
  await save();
  const question =
    'KES 40 / bag is less than half of what other farms ask (KES 100). If right, tap “Save changes” again.';
  expect(await screen.findByText(question)).toBeTruthy();
  expect(edits()).toBe(0);
  await save();
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(edits()).toBe(1);
});

test('the product form: one that the server fails to save stays as it is, says so, and is not sent again', async () => {
  const onClose = vi.fn();
  const create = () => {
    throw new Error('A failure of the server');
  };
  const { user, calls } = await open({ onClose }, { 'farmer.products.create': create });
  await user.type(screen.getByLabelText(/^Product name/), 'Maize');
  await finish(user);
  const sentence = 'Failed to add product. Please try again.';
  expect((await screen.findAllByText(sentence)).length).toBeGreaterThan(0);
  expect(screen.getByLabelText<HTMLInputElement>(/^Product name/).value).toBe('Maize');
  expect(onClose).not.toHaveBeenCalled();
  expect(readEntries(readUser()?.id ?? 0)).toEqual([]);
  expect(created(calls)).toBeDefined();
});

test('the product form: closing it with unsaved input asks first', async () => {
  const close = vi.fn();
  const { user } = await open({ onClose: close });
  await user.type(screen.getByLabelText(/^Product name/), 'Maize');
  await press(user, 'Close');
  const question = screen.getByRole('dialog', { name: 'Discard what you typed?' });
  expect(within(question).getAllByRole('button')).toHaveLength(3);
  expect(close).not.toHaveBeenCalled();
});
