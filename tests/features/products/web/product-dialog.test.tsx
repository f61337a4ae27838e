// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ProductDialog } from '#features/products/web/own/product-dialog.tsx';
import type { PriceHint } from '#features/products/web/own/product-fields.tsx';
import { overwriteGetLocale } from '#platform/rules/text/compiled/runtime.js';
import { ownProduct } from '#tests/setup/web/fixtures.ts';
import { useBrowserStubs } from '#tests/setup/web/render-screen.tsx';
import { renderWithQueue } from '#tests/setup/web/render-with-queue.tsx';

const MarketOfHundred: PriceHint = ({ onMarketPrice }) => {
  useEffect(() => onMarketPrice(100), [onMarketPrice]);
  return null;
};

describe('the product form', () => {
  useBrowserStubs();
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
  /** Fills in what is still needed, and sends the form. */
  async function finish(user: User) {
    await user.selectOptions(screen.getByLabelText(/^Category/), 'Vegetables');
    await user.type(screen.getByLabelText(/^Quantity/), '5');
    await user.type(screen.getByLabelText(/^Price per/), '90');
    await user.click(screen.getByRole('button', { name: 'Add Product' }));
  }

  test('an empty one is not sent, and says what is missing', async () => {
    const { user, calls } = await open();
    await user.click(screen.getByRole('button', { name: 'Add Product' }));
    expect(await screen.findByText('Product name is required')).toBeTruthy();
    expect(screen.getByText('Still needed: Product name, Category, Quantity, Price')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText(/^Product name/));
    expect(calls).toEqual([]);
    await user.type(screen.getByLabelText(/^Product name/), 'Maize');
    expect(screen.queryByText('Product name is required')).toBeNull();
    expect(screen.getByText('Still needed: Category, Quantity, Price')).toBeTruthy();
  });

  describe('on a phone', () => {
    beforeEach(() => {
      vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
        'Mozilla/5.0 (Linux; Android 13) Mobile',
      );
      Object.defineProperty(navigator, 'maxTouchPoints', { value: 5, configurable: true });
    });
    afterEach(() => {
      vi.restoreAllMocks();
      Object.defineProperty(navigator, 'maxTouchPoints', { value: 0, configurable: true });
    });

    test('the photo is the first missing field: it gets the focus, and the button names the rest', async () => {
      const { user, calls } = await open();
      await user.click(screen.getByRole('button', { name: 'Add Product' }));
      expect(
        await screen.findByText('Please capture at least one product photo before submitting'),
      ).toBeTruthy();
      expect(
        screen.getByText('Still needed: Photos, Product name, Category, Quantity, Price'),
      ).toBeTruthy();
      await waitFor(() =>
        expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Take photos/ })),
      );
      expect(calls).toEqual([]);
    });
  });

  test('texts are sent as the numbers that the schema requires, and the form closes', async () => {
    const close = vi.fn();
    const { user, calls } = await open({ onClose: close });
    await user.type(screen.getByLabelText(/^Product name/), 'Maize');
    await user.selectOptions(screen.getByLabelText(/^Category/), 'Cereals');
    await user.type(screen.getByLabelText(/^Quantity/), '12.5');
    await user.type(screen.getByLabelText(/^Price per/), '3,200');
    await user.click(screen.getByRole('button', { name: 'Add Product' }));
    await waitFor(() => expect(close).toHaveBeenCalledOnce());
    expect(calls.find(({ path }) => path === 'farmer.products.create')?.input).toMatchObject({
      name: 'Maize',
      category: 'Cereals',
      quantity: 12.5,
      price: 3200,
    });
    // The server itself guesses a crop that nobody has chosen.
    expect(calls.find(({ path }) => path === 'farmer.products.create')?.input).not.toHaveProperty(
      'crop',
    );
  });

  test('the crop of the name is shown while typing, and can be changed to another or to none', async () => {
    const crops = [
      { id: 'cherry-tomato', en: 'Cherry tomatoes', sw: 'Nyanya ndogo', group: 'Vegetables' },
    ];
    const words: Record<string, object> = {
      'Nyanya safi': { id: 'tomato', en: 'Tomatoes' },
      'cherry tomato': crops[0] as object,
    };
    const { user, calls } = await open(
      {},
      {
        'market.guessCrop': (input) => ({ crop: words[(input as { name: string }).name] ?? null }),
        'market.crops': () => ({ crops }),
      },
    );
    expect(screen.queryByText(/^Crop:/)).toBeNull();
    await user.type(screen.getByLabelText(/^Product name/), 'Nyanya safi');
    expect(await screen.findByText('Crop: Tomatoes')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Change' }));
    await user.click(await screen.findByRole('button', { name: 'Cherry tomatoes' }));
    expect(await screen.findByText('Crop: Cherry tomatoes')).toBeTruthy();
    await finish(user);
    await waitFor(() =>
      expect(calls.find(({ path }) => path === 'farmer.products.create')?.input).toMatchObject({
        crop: 'cherry-tomato',
      }),
    );
  });

  test('a known crop fills in the category, and the category that the farmer chose stays', async () => {
    const words: Record<string, object> = {
      Nyanya: { id: 'tomato', en: 'Tomatoes', sw: 'Nyanya', group: 'Vegetables' },
      Maembe: { id: 'mango', en: 'Mangoes', sw: 'Maembe', group: 'Fruits' },
    };
    const { user } = await open(
      {},
      {
        'market.guessCrop': (input) => ({ crop: words[(input as { name: string }).name] ?? null }),
      },
    );
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

  test('a product without a crop says so, and choosing none is sent', async () => {
    const { user, calls } = await open(
      {},
      {
        'market.guessCrop': () => ({ crop: null }),
        'market.crops': () => ({ crops: [] }),
      },
    );
    await user.type(screen.getByLabelText(/^Product name/), 'Mboga');
    await screen.findByText('Crop: none');
    await user.click(screen.getByRole('button', { name: 'Change' }));
    expect(document.activeElement).toBe(screen.getByLabelText('Search for a crop'));
    expect(await screen.findByText('There is no such crop in the list.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'None of these' }));
    await finish(user);
    await waitFor(() =>
      expect(calls.find(({ path }) => path === 'farmer.products.create')?.input).toMatchObject({
        crop: null,
      }),
    );
  });

  describe.each([
    {
      language: 'en',
      labels: {
        price: /^Price per/,
        weight: /^Net weight of/,
        quantity: /^Quantity/,
        unit: /^Unit/,
      },
      cleared: 'The price was for 1 kg. Enter the price for 1 crate.',
      converted: 'Worked out from your price per bag. Please check it.',
    },
    {
      language: 'sw',
      labels: { price: /^Bei kwa/, weight: /^Uzito wa/, quantity: /^Kiasi/, unit: /^Kipimo/ },
      cleared: 'Bei ilikuwa ya kilo 1. Weka bei ya kreti 1.',
      converted: 'Imekokotolewa kutoka bei yako kwa gunia. Tafadhali ihakiki.',
    },
  ] as const)('another unit, in $language', ({ language, labels, cleared, converted }) => {
    const value = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label).value;
    beforeEach(() => overwriteGetLocale(() => language));
    afterEach(() => overwriteGetLocale(() => 'en'));

    test('clears the price of a new product if the weight is unknown, and keeps the quantity', async () => {
      const { user } = await open();
      await user.type(screen.getByLabelText(labels.quantity), '20');
      await user.type(screen.getByLabelText(labels.price), '50');
      await user.selectOptions(screen.getByLabelText(labels.unit), 'crates');
      expect(value(labels.price)).toBe('');
      expect(value(labels.quantity)).toBe('20');
      expect(screen.getByText(cleared)).toBeTruthy();
      await user.type(screen.getByLabelText(labels.price), '1');
      expect(screen.queryByText(cleared)).toBeNull();
    });

    test("converts a stored product's price and stock by its net weight, and back", async () => {
      const maize = ownProduct({ netWeightKg: 90, price: 3600, quantity: 12, description: '' });
      const { user } = await open({ product: maize });
      await user.selectOptions(screen.getByLabelText(labels.unit), 'kg');
      expect(value(labels.price)).toBe('40');
      expect(value(labels.quantity)).toBe('1080');
      expect(screen.getByText(converted)).toBeTruthy();
      await user.selectOptions(screen.getByLabelText(labels.unit), 'bags');
      expect(value(labels.price)).toBe('3600');
      expect(value(labels.quantity)).toBe('12');
      expect(value(labels.weight)).toBe('90');
      // The weight is that of a bag, so nothing is known of a crate.
      await user.selectOptions(screen.getByLabelText(labels.unit), 'crates');
      expect([value(labels.price), value(labels.quantity), value(labels.weight)]).toEqual([
        '',
        '',
        '',
      ]);
    });
  });

  test.each([
    [
      'en',
      'Save changes',
      /^Price per/,
      'KES 40.00 / bag is less than half of what other farms ask (KES 100.00). If it is right, press “Save changes” again.',
    ],
    [
      'sw',
      'Hifadhi mabadiliko',
      /^Bei kwa/,
      'KES 40.00 / gunia ni chini ya nusu ya bei ya mashamba mengine (KES 100.00). Ikiwa ni sahihi, bonyeza “Hifadhi mabadiliko” tena.',
    ],
  ] as const)(
    'in %s, a new price below half of the market’s is asked about once',
    async (language, save, price, question) => {
      overwriteGetLocale(() => language);
      const close = vi.fn();
      const product = ownProduct({
        netWeightKg: null,
        price: 30,
        lowStockBelow: null,
        description: '',
      });
      const { user, calls } = await open(
        { product, onClose: close, PriceHint: MarketOfHundred },
        { 'farmer.products.edit': () => ({ id: 7 }), 'farmer.overview': () => ({}) },
      );
      const edits = () => calls.filter(({ path }) => path === 'farmer.products.edit').length;
      await user.clear(screen.getByLabelText(price));
      await user.type(screen.getByLabelText(price), '40');
      await user.click(screen.getByRole('button', { name: save }));
      expect(await screen.findByText(question)).toBeTruthy();
      expect(edits()).toBe(0);
      await user.click(screen.getByRole('button', { name: save }));
      await waitFor(() => expect(close).toHaveBeenCalledOnce());
      expect(edits()).toBe(1);
      overwriteGetLocale(() => 'en');
    },
  );

  test('closing it with unsaved input asks first', async () => {
    const close = vi.fn();
    const { user } = await open({ onClose: close });
    await user.type(screen.getByLabelText(/^Product name/), 'Maize');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(
      within(screen.getByRole('dialog', { name: 'Discard what you typed?' })).getAllByRole('button')
        .length,
    ).toBe(3);
    expect(close).not.toHaveBeenCalled();
  });
});
