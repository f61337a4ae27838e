import { OfferDialog } from '#messages/web/offer-dialog.tsx';
import { BelowMedian } from '#prices/web/below-median.tsx';
import { OwnPrices } from '#prices/web/own-prices.tsx';
import { PriceAlertForm } from '#prices/web/price-alert-form.tsx';
import { ProductPriceHint } from '#prices/web/product-price-hint.tsx';
import { ProductDialog } from '#products/web/own/product-dialog.tsx';
import { dayInNairobi, daysAfter, weekName, weekStart } from '#rules/day.ts';
import { logInHere } from '#tests/setup/web/log-in-here.ts';
import {
  givenBrowser,
  press,
  renderScreen,
  screen,
  waitFor,
} from '#tests/setup/web/render-screen.tsx';
import { renderWithQueue } from '#tests/setup/web/render-with-queue.tsx';

const monday = weekStart(dayInNairobi(new Date()));
const [thisWeek, lastWeek, weekBefore] = [0, -7, -14].map((days) =>
  weekName(daysAfter(monday, days)),
);
const asked = { median: 62, low: 58, high: 66, farms: 12, county: 'Nyeri', week: thisWeek };
const paid = { ...asked, median: 61, low: 60, high: 62, orders: 9, week: lastWeek };
const hint = (prices: object) => ({
  'market.priceHint': () => ({ crop: 'tomato', unit: 'kg', asked: null, paid: null, ...prices }),
});

givenBrowser();

const answers = {
  'farmer.profile': () => ({ county: 'Nyeri' }),
  'market.guessCrop': () => ({
    crop: { id: 'tomato', en: 'Tomatoes', sw: 'Nyanya', group: 'Vegetables' },
  }),
};
const fill = async (prices: object) => {
  const shown = await renderWithQueue(
    <ProductDialog product={null} onClose={() => {}} PriceHint={ProductPriceHint} />,
    { ...answers, ...hint(prices) },
  );
  await shown.user.type(screen.getByLabelText(/^Product name/), 'Nyanya');
  await screen.findByText('Crop: Tomatoes');
  return shown;
};
const price = () => screen.getByLabelText<HTMLInputElement>(/^Price per/).value;

test('the price hint in the product form converts it to the weight of a bag once that is known', async () => {
  const { user } = await fill({ asked: { ...asked, county: null } });
  expect(await screen.findByText('Farms in Kenya ask KES 58–66 per kg')).toBeTruthy();
  await user.selectOptions(screen.getByLabelText(/^Unit/), 'bags');
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Use/ })).toBeNull());
  await user.type(screen.getByLabelText(/weight/i), '90');
  await user.click(await screen.findByRole('button', { name: 'Use KES 5,580 / bag' }));
  expect(price()).toBe('5580');
});

describe('a product below the median', () => {
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
    ['the difference is too small', { asked }, { pricePerKg: 61.5 }],
    ['too few farms sell it', {}, {}],
    ['only what was paid is shown', { paid }, {}],
  ])('shows nothing if %s', async (_, prices, product) => {
    const { calls } = await show(prices, product);
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(screen.queryByText(/cheaper/)).toBeNull();
  });

  test.each([{ crop: null }, { pricePerKg: null }])(
    'requests nothing for a product with %o',
    async (product) => {
      const { calls } = await show({ asked }, product);
      expect(calls).toEqual([]);
    },
  );
});

const open = (side: 'buyer' | 'farmer', price: number) => {
  const about = { name: 'Nyanya', unit: 'kg', crop: 'tomato', county: 'Nyeri' } as const;
  return renderScreen(
    <OfferDialog
      about={{ conversationId: 1 }}
      side={side}
      product={{ ...about, price, netWeightKg: null }}
      countered={null}
      onDone={() => {}}
      onClose={() => {}}
    />,
    hint({ asked, paid: { ...paid, week: weekBefore } }),
  );
};

test('an offer dialog offers the asking price for one tap, and says how old the paid price is', async () => {
  const { user } = await open('buyer', 70);
  expect(
    await screen.findByText('Farms in Nyeri ask KES 58–66 per kg; paid two weeks ago: 61'),
  ).toBeTruthy();
  await press(user, 'Use KES 62 / kg');
  expect(screen.getByLabelText<HTMLInputElement>(/^Price/).value).toBe('62');
});

test.each([
  ['buyer', 0],
  ['farmer', 1],
] as const)(
  'an offer dialog: a median above the list price is suggested to a %s %i times',
  async (side, times) => {
    await open(side, 61);
    await screen.findByText(/^Farms in Nyeri/);
    expect(screen.queryAllByRole('button', { name: 'Use KES 62 / kg' })).toHaveLength(times);
  },
);

const row = {
  ...{ crop: 'tomato', en: 'Tomatoes', sw: 'Nyanya' },
  ...{ own: 60, county: asked, country: null, daysUntilSold: null },
};

test("a farmer's own prices are shown next to those of others, with the fastest seller", async () => {
  const kale = { ...row, crop: 'kale', en: 'Kale', own: null, county: null, daysUntilSold: 1.5 };
  await renderScreen(<OwnPrices />, {
    'farmer.prices': () => ({ county: 'Nyeri', unit: 'kg', prices: [kale, row] }),
  });
  expect(await screen.findByText('Sold fastest: Kale, in 1.5 days.')).toBeTruthy();
  expect(screen.getByText('you ask KES 60')).toBeTruthy();
  expect(screen.getByText('Nyeri: KES 62 (58–66)')).toBeTruthy();
});

const alert = { id: 3, crop: 'tomato', en: 'Tomatoes', sw: 'Nyanya', county: 'Kisii', below: 55 };
const form = <PriceAlertForm crop="tomato" county="Kisii" median={62} />;

test('price alerts are marked as read when their owner sees the prices of the crop', async () => {
  logInHere(1);
  const { calls } = await renderScreen(form, {
    'priceAlerts.list': () => ({ alerts: [alert] }),
    'priceAlerts.opened': () => ({ unread: 0 }),
  });
  await waitFor(() =>
    expect(calls.find(({ path }) => path === 'priceAlerts.opened')?.input).toEqual({
      crop: 'tomato',
    }),
  );
});
