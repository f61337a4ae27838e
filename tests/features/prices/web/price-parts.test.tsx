// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { OfferDialog } from '#features/messages/web/offers/offer-dialog.tsx';
import { weekName, weekStart } from '#features/prices/rules/price.ts';
import { BelowMedian } from '#features/prices/web/below-median.tsx';
import { OwnPrices } from '#features/prices/web/own-prices.tsx';
import { PriceAlertForm } from '#features/prices/web/price-alert-form.tsx';
import { PriceAlertList } from '#features/prices/web/price-alert-list.tsx';
import { ProductPriceHint } from '#features/prices/web/product-price-hint.tsx';
import { ProductDialog } from '#features/products/web/own/product-dialog.tsx';
import { dayInNairobi, daysAfter } from '#platform/rules/day.ts';
import { renderScreen, useBrowserStubs } from '#tests/setup/web/render-screen.tsx';
import { renderWithQueue } from '#tests/setup/web/render-with-queue.tsx';

const monday = weekStart(dayInNairobi(new Date()));
const [thisWeek, lastWeek, weekBefore] = [0, -7, -14].map((days) =>
  weekName(daysAfter(monday, days)),
);
const asked = { median: 62, low: 58, high: 66, farms: 12, county: 'Nyeri', week: thisWeek };
const paid = {
  median: 61,
  low: 60,
  high: 62,
  farms: 6,
  orders: 9,
  county: 'Nyeri',
  week: lastWeek,
};
const hint = (prices: object) => ({
  'market.priceHint': () => ({ crop: 'tomato', unit: 'kg', asked: null, paid: null, ...prices }),
});

describe('the price hint in the product form', () => {
  useBrowserStubs();
  const answers = {
    'farmer.profile': () => ({ county: 'Nyeri' }),
    'market.guessCrop': () => ({
      crop: { id: 'tomato', en: 'Tomatoes', sw: 'Nyanya', group: 'Vegetables' },
    }),
    'farmer.products.create': () => ({ id: 9 }),
  };
  const fill = async (prices: object) => {
    const shown = await renderWithQueue(
      <ProductDialog product={null} onClose={() => {}} PriceHint={ProductPriceHint} />,
      {
        ...answers,
        ...hint(prices),
      },
    );
    await shown.user.type(screen.getByLabelText(/^Product name/), 'Nyanya');
    await screen.findByText('Crop: Tomatoes');
    return shown;
  };
  const price = () => screen.getByLabelText<HTMLInputElement>(/^Price per/).value;

  test('shows what nearby farms ask and what was paid, and one tap takes the median', async () => {
    const { user, calls } = await fill({ asked, paid });
    expect(
      await screen.findByText('Farms near you ask KES 58–66 a kg; paid last week: 61'),
    ).toBeTruthy();
    expect(calls.find(({ path }) => path === 'market.priceHint')?.input).toEqual({
      crop: 'tomato',
      county: 'Nyeri',
    });
    await user.click(screen.getByRole('button', { name: 'Use KES 62 / kg' }));
    expect(price()).toBe('62');
  });

  test('converts it to the weight of a bag once that is known', async () => {
    const { user } = await fill({ asked: { ...asked, county: null } });
    expect(await screen.findByText('Farms in Kenya ask KES 58–66 a kg')).toBeTruthy();
    await user.selectOptions(screen.getByLabelText(/^Unit/), 'bags');
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Use/ })).toBeNull());
    await user.type(screen.getByLabelText(/weight/i), '90');
    await user.click(await screen.findByRole('button', { name: 'Use KES 5,580 / bag' }));
    expect(price()).toBe('5580');
  });

  test('is empty if too few farms sell the crop', async () => {
    const { calls } = await fill({});
    await waitFor(() => expect(calls.some(({ path }) => path === 'market.priceHint')).toBe(true));
    expect(screen.queryByText(/Farms (near|in)/)).toBeNull();
  });

  test('one tap confirms the guessed crop, which is then sent', async () => {
    const { user, calls } = await fill({});
    await user.click(screen.getByRole('button', { name: 'That is right' }));
    expect(screen.queryByRole('button', { name: 'That is right' })).toBeNull();
    expect(await screen.findByText('Crop: Tomatoes')).toBeTruthy();
    await user.selectOptions(screen.getByLabelText(/^Category/), 'Vegetables');
    await user.type(screen.getByLabelText(/^Quantity/), '5');
    await user.type(screen.getByLabelText(/^Price per/), '90');
    await user.click(screen.getByRole('button', { name: 'Add Product' }));
    await waitFor(() =>
      expect(calls.find(({ path }) => path === 'farmer.products.create')?.input).toMatchObject({
        crop: 'tomato',
      }),
    );
  });
});

describe('a product below the median', () => {
  useBrowserStubs();
  const show = (prices: object, product: object = {}) => {
    const whole = { crop: 'tomato', county: 'Nyeri', pricePerKg: 59.5, ...product };
    // The badge reads only these three fields of a product.
    return renderScreen(
      <BelowMedian product={whole as Parameters<typeof BelowMedian>[0]['product']} />,
      hint(prices),
    );
  };

  test('shows by how much, and for which week', async () => {
    await show({ asked });
    expect(await screen.findByText('4% cheaper than most farms')).toBeTruthy();
  });

  test("refers to last week's median if this week has none", async () => {
    await show({ asked: { ...asked, week: lastWeek } });
    expect(await screen.findByText('4% cheaper than most farms last week')).toBeTruthy();
  });

  test.each([
    ['it is not', { asked }, { pricePerKg: 62 }],
    ['it is dearer', { asked }, { pricePerKg: 80 }],
    ['the difference is too small', { asked }, { pricePerKg: 61.5 }],
    ['too few farms sell it', {}, {}],
    ['only what was paid is shown', { paid }, {}],
  ])('shows nothing if %s', async (_, prices, product) => {
    const { calls } = await show(prices, product);
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(screen.queryByText(/median/)).toBeNull();
  });

  test.each([{ crop: null }, { pricePerKg: null }])(
    'requests nothing for a product with %o',
    async (product) => {
      const { calls } = await show({ asked }, product);
      expect(calls).toEqual([]);
      expect(screen.queryByText(/median/)).toBeNull();
    },
  );
});

describe('an offer dialog', () => {
  useBrowserStubs();
  const open = (side: 'buyer' | 'farmer', price: number) => {
    const product = {
      name: 'Nyanya',
      unit: 'kg',
      price,
      crop: 'tomato',
      county: 'Nyeri',
      netWeightKg: null,
    } as const;
    const offer = {
      about: { conversationId: 1 },
      side,
      product,
      countered: null,
      onDone: () => {},
      onClose: () => {},
    };
    return renderScreen(
      <OfferDialog {...offer} />,
      hint({ asked, paid: { ...paid, week: weekBefore } }),
    );
  };

  test('offers the asking price for one tap, and says how old the paid price is', async () => {
    const { user } = await open('buyer', 70);
    expect(
      await screen.findByText('Farms in Nyeri ask KES 58–66 a kg; paid two weeks ago: 61'),
    ).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Use KES 62 / kg' }));
    expect(screen.getByLabelText<HTMLInputElement>(/^Price/).value).toBe('62');
  });

  test('suggests to a buyer no more than the list price', async () => {
    await open('buyer', 61);
    await screen.findByText(/^Farms in Nyeri/);
    expect(screen.queryByRole('button', { name: /^Use/ })).toBeNull();
  });

  test('suggests it to a farmer', async () => {
    await open('farmer', 61);
    expect(await screen.findByRole('button', { name: 'Use KES 62 / kg' })).toBeTruthy();
  });
});

describe("a farmer's own prices", () => {
  useBrowserStubs();
  const row = {
    crop: 'tomato',
    en: 'Tomatoes',
    sw: 'Nyanya',
    own: 60,
    county: asked,
    country: null,
    daysUntilSold: null,
  };

  test('are shown next to those of others, with the fastest seller', async () => {
    const kale = { ...row, crop: 'kale', en: 'Kale', own: null, county: null, daysUntilSold: 1.5 };
    await renderScreen(<OwnPrices />, {
      'farmer.prices': () => ({ county: 'Nyeri', unit: 'kg', prices: [kale, row] }),
    });
    expect(await screen.findByText('Sold fastest: Kale, in 1.5 days.')).toBeTruthy();
    expect(screen.getByText('you ask KES 60')).toBeTruthy();
    expect(screen.getByText('Nyeri: KES 62 (58–66)')).toBeTruthy();
  });

  test('are left out for a farm without a known crop', async () => {
    const { calls } = await renderScreen(<OwnPrices />, {
      'farmer.prices': () => ({ county: 'Nyeri', unit: 'kg', prices: [] }),
    });
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(screen.queryByRole('heading')).toBeNull();
  });
});

describe('price alerts', () => {
  useBrowserStubs();
  const alert = { id: 3, crop: 'tomato', en: 'Tomatoes', sw: 'Nyanya', county: 'Kisii', below: 55 };
  const logIn = () => {
    const user = {
      id: 1,
      role: 'farmer',
      email: 'w@shop.example',
      firstName: 'Wanjiru',
      lastName: 'K',
    };
    const entries = { authToken: 'token', userType: 'farmer', userData: JSON.stringify(user) };
    for (const [key, value] of Object.entries(entries)) sessionStorage.setItem(key, value);
  };
  const form = <PriceAlertForm crop="tomato" county="Kisii" median={62} />;

  test('start at the current price, are set, and changed if there is one', async () => {
    logIn();
    const { user, calls } = await renderScreen(form, {
      'priceAlerts.list': () => ({ alerts: [] }),
      'priceAlerts.set': () => ({ alerts: [alert] }),
      'priceAlerts.opened': () => ({ unread: 0 }),
    });
    const field = await screen.findByLabelText<HTMLInputElement>('Below (KES per kg)');
    expect(field.value).toBe('62');
    await user.clear(field);
    await user.type(field, '55');
    await user.click(screen.getByRole('button', { name: 'Tell me' }));
    expect(await screen.findByRole('button', { name: 'Change' })).toBeTruthy();
    expect(calls.find(({ path }) => path === 'priceAlerts.set')?.input).toEqual({
      crop: 'tomato',
      county: 'Kisii',
      below: 55,
    });
    expect(field.value).toBe('55');
  });

  test('are marked as read when their owner sees the prices of the crop', async () => {
    logIn();
    const { calls } = await renderScreen(
      <PriceAlertForm crop="tomato" county={null} median={62} />,
      {
        'priceAlerts.list': () => ({ alerts: [alert] }),
        'priceAlerts.opened': () => ({ unread: 0 }),
      },
    );
    await waitFor(() =>
      expect(calls.find(({ path }) => path === 'priceAlerts.opened')?.input).toEqual({
        crop: 'tomato',
      }),
    );
  });

  test('require a login, which leads back', async () => {
    const { calls } = await renderScreen(form);
    const login = await screen.findByRole('link', { name: 'Login' });
    expect(login.getAttribute('href')).toBe('/login?redirect=%2Fprices%2Ftomato%3Fcounty%3DKisii');
    expect(calls).toEqual([]);
  });

  test('are listed and removed', async () => {
    const { user } = await renderScreen(<PriceAlertList />, {
      'priceAlerts.list': () => ({ alerts: [alert] }),
      'priceAlerts.remove': () => ({ alerts: [] }),
    });
    await user.click(
      await screen.findByRole('button', { name: 'Remove: Tomatoes in Kisii under KES 55 a kg' }),
    );
    await waitFor(() => expect(screen.queryByRole('heading')).toBeNull());
  });
});
