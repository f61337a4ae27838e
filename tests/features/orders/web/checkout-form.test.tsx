import { CheckoutForm } from '#orders/web/checkout/checkout-form.tsx';
import type { Placing } from '#orders/web/checkout/use-place-order.ts';
import { dayInNairobi, daysAfter } from '#rules/day.ts';
import {
  cartWith,
  farmQuote,
  givenBrowser,
  press,
  renderScreen,
  screen,
  waitFor,
  within,
} from '#tests/setup/web/render-screen.tsx';

givenBrowser();
const place = vi.fn<Placing['place']>(async () => ({ outcome: 'placed' }));
afterEach(() => {
  vi.unstubAllGlobals();
  place.mockClear();
  Reflect.deleteProperty(navigator, 'geolocation');
});
const form = (start: object = {}) => (
  <CheckoutForm
    cart={cartWith()}
    placing={{ state: 'idle', place }}
    start={{ buyerId: 1, address: 'Section 58, Nakuru', isMpesaAvailable: true, ...start }}
  />
);
const draft = (at: object) => sessionStorage.setItem('draft:checkout 1', JSON.stringify(at));
const quote = (changes: object = {}) => ({
  'buyer.orders.quote': () => ({ farms: [{ ...farmQuote, ...changes }] }),
});

const kisumu = { latitude: -0.092, longitude: 34.768, name: 'Kisumu' };
const quotedFor = (calls: { path: string; input: unknown }[]) =>
  calls.findLast(({ path }) => path === 'buyer.orders.quote')?.input;

test("the place of delivery is the market's, and the address stays what a person wrote", async () => {
  localStorage.setItem('buyerPlace', JSON.stringify(kisumu));
  draft({ latitude: '-4.05000', longitude: '39.66000', placeName: 'Nyali, Mombasa' });
  const { calls } = await renderScreen(form(), quote());
  expect(await screen.findByText('Kisumu')).toBeTruthy();
  expect(screen.queryByText('Nyali, Mombasa')).toBeNull();
  await waitFor(() => expect(quotedFor(calls)).toEqual({ latitude: -0.092, longitude: 34.768 }));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /address/ }).value).toBe(
    'Section 58, Nakuru',
  );
});

test('the place of delivery keeps its exact position where the market knows it to a hundred metres', async () => {
  localStorage.setItem('buyerPlace', JSON.stringify(kisumu));
  draft({ latitude: '-0.09243', longitude: '34.76812', placeName: 'Milimani, Kisumu' });
  const { calls } = await renderScreen(form(), quote());
  expect(await screen.findByText('Milimani, Kisumu')).toBeTruthy();
  expect(quotedFor(calls)).toEqual({ latitude: -0.09243, longitude: 34.76812 });
});

test("the place of delivery that is found by GPS becomes the market's, and never the address", async () => {
  const coords = { latitude: -0.09171, longitude: 34.76801, accuracy: 8 };
  vi.stubGlobal('isSecureContext', true);
  Object.defineProperty(navigator, 'geolocation', {
    configurable: true,
    value: { getCurrentPosition: (found: (at: object) => void) => found({ coords }) },
  });
  const { user } = await renderScreen(form({ address: '' }), quote());
  await user.click(await screen.findByRole('button', { name: 'Use my position' }));
  await waitFor(() =>
    expect(JSON.parse(localStorage.getItem('buyerPlace') ?? '{}')).toMatchObject({
      latitude: -0.092,
      longitude: 34.768,
    }),
  );
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /address/ }).value).toBe('');
});

test('a press before the farms have answered asks them again', async () => {
  let asked = 0;
  const { user } = await renderScreen(form(), {
    'buyer.orders.quote': () => {
      asked += 1;
      throw new Error('');
    },
  });
  await screen.findByText(/We could not load this\./);
  const before = asked;
  await press(user, /^Place order/);
  await waitFor(() => expect(asked).toBeGreaterThan(before));
});

test('a preferred day and part of day are sent with the order', async () => {
  const { user } = await renderScreen(form(), quote());
  await user.click(await screen.findByRole('radio', { name: /^Collect/ }));
  expect(screen.queryByRole('radio', { name: 'Afternoon' })).toBeNull();
  await user.click(screen.getByRole('radio', { name: /^Tomorrow/ }));
  await user.click(screen.getByRole('radio', { name: 'Afternoon' }));
  await press(user, /^Place order/);
  const tomorrow = daysAfter(dayInNairobi(new Date()), 1);
  await waitFor(() =>
    expect(place.mock.lastCall?.[0].order).toMatchObject({
      wishedDay: tomorrow,
      wishedPart: 'afternoon',
    }),
  );
});

describe('the checkout: consistency of place and address', () => {
  const MOMBASA = { latitude: '-4.05000', longitude: '39.66000', placeName: 'Nyali, Mombasa' };
  const nakuru = {
    display_name: 'Nakuru, Nakuru',
    lat: '-0.3',
    lon: '36.07',
    type: 'town',
    address: { county: 'Nakuru', country: 'Kenya', country_code: 'ke' },
    boundingbox: ['-0.33', '-0.27', '36.04', '36.10'],
  };
  const answers = (found: object = nakuru) => ({
    ...quote(),
    'places.search': () => ({ places: [found], source: 'gazetteer', degraded: false }),
  });
  const address = () => screen.getByRole<HTMLInputElement>('textbox', { name: /Delivery address/ });

  test('a saved address far from the place is questioned, and unchanged until answered', async () => {
    draft(MOMBASA);
    const { user, calls } = await renderScreen(form(), answers());
    expect(await screen.findByText(/Is it right\?/)).toBeTruthy();
    // Only the town is looked up, not the street, for privacy.
    expect(calls.find(({ path }) => path === 'places.search')?.input).toEqual({
      query: 'Nakuru',
    });
    expect(address().value).toBe('Section 58, Nakuru');
    await press(user, 'Yes, keep it');
    await waitFor(() => expect(screen.queryByText(/Is it right\?/)).toBeNull());
    expect(address().value).toBe('Section 58, Nakuru');
  });

  test('an address in the town of the place, or in no known town, is not questioned', async () => {
    draft({ ...MOMBASA, latitude: '-0.34000', longitude: '36.10500' });
    const expectNoQuestion = async (found: object) => {
      const { calls, unmount } = await renderScreen(form(), answers(found));
      await waitFor(() => expect(calls.some(({ path }) => path === 'places.search')).toBe(true));
      await screen.findByRole('radio', { name: /^Collect/ });
      expect(screen.queryByText(/Is it right\?/)).toBeNull();
      unmount();
    };
    await expectNoQuestion(nakuru);
    draft(MOMBASA);
    await expectNoQuestion({ ...nakuru, boundingbox: ['-1.2', '0.2', '35.4', '36.6'] });
  });

  test("the last order's address is compared with that order's place", async () => {
    const last = {
      deliveryAddress: 'Moi Avenue 12',
      latitude: '-0.30000',
      longitude: '36.07000',
      placeName: 'Nakuru',
    };
    localStorage.setItem('lastDelivery 1', JSON.stringify(last));
    draft(MOMBASA);
    const { calls } = await renderScreen(form(), answers());
    expect(await screen.findByText(/is 57\d(\.\d)? km from/)).toBeTruthy();
    expect(calls.some(({ path }) => path === 'places.search')).toBe(false);
  });
});

describe('the checkout: an unverified number', () => {
  let isVerified = false;
  beforeEach(() => {
    isVerified = false;
    document.documentElement.dataset.sms = 'on';
    vi.stubGlobal('fetch', async (url: string) => {
      isVerified = url.includes('otp.verify');
      const data = isVerified ? { outcome: 'phoneVerified' } : { expiresInSeconds: 600 };
      return Response.json([{ result: { data } }]);
    });
  });
  afterEach(() => {
    delete document.documentElement.dataset.sms;
  });
  const answers = {
    ...quote(),
    'phone.get': () => ({ isOffered: true, isVerified, phoneNumber: '+254712345678' }),
  };
  const verifyButtons = () => screen.queryAllByRole('button', { name: 'Verify this number' });

  test('brings no SMS to pay, which the checkout says for M-Pesa', async () => {
    const { user } = await renderScreen(form(), answers);
    expect(
      await screen.findByText('Verify 0712 345 678 to get an SMS when you can pay.'),
    ).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: /^Cash/ }));
    expect(verifyButtons()).toEqual([]);
  });

  test('is verified in place where it stops the order, which stays as it is', async () => {
    const refusal = 'New buyers can have 3 unanswered orders.';
    const failure = { code: 'TOO_MANY_UNPROVEN_ORDERS', message: refusal, fieldErrors: {} };
    // A cast: the checkout reads no more of a failure.
    place.mockResolvedValueOnce({ outcome: 'failed', failure } as never);
    const { user } = await renderScreen(form(), answers);
    await user.click(await screen.findByRole('radio', { name: /^Collect/ }));
    await press(user, /^Place order/);
    expect(await screen.findByText(refusal)).toBeTruthy();
    const [button, ...others] = verifyButtons();
    expect(others).toEqual([]);
    await user.click(button ?? document.body);
    const dialog = await screen.findByRole('dialog');
    expect(dialog.closest('form')).toBeNull();
    await user.type(await within(dialog).findByRole('textbox'), '123456');
    await waitFor(() => expect(screen.queryByText(refusal)).toBeNull());
    expect(verifyButtons()).toEqual([]);
    await press(user, /^Place order/);
    await waitFor(() => expect(place).toHaveBeenCalledTimes(2));
  });
});

test('an order again says what differs, and orders its own goods', async () => {
  const eggs = { productId: 8, name: 'Eggs', unit: 'trays', netWeightKg: null, price: 450 };
  const was = { weighedQuantity: null, quantity: 3, got: 3 };
  const cart = cartWith({ line: { quantity: 2, price: 4800 } });
  const earlier = {
    ...{
      id: 41,
      status: 'completed',
      cart: { ...cart, lines: [...cart.lines, { ...eggs, quantity: 5 }] },
    },
    ordered: [
      { ...cart.lines[0], ...was, price: 4500 },
      { ...eggs, ...was, quantity: 5, got: 4 },
      { ...eggs, ...was, productId: 9, name: 'Milk' },
    ],
  };
  const { user } = await renderScreen(form({ earlier }), quote());
  for (const text of [
    'Maize: only 2 bags left. You ordered 3 bags.',
    /^Maize: price now KES\s4,800 \/ .* \(was KES\s4,500 \/ .*\)\.$/,
    'Eggs: 5 trays again. Last time: 4 trays.',
    'Milk is no longer for sale.',
  ])
    expect(await screen.findByText(text)).toBeTruthy();
  await user.click(await screen.findByRole('radio', { name: /^Collect/ }));
  await press(user, /^Place order/);
  await waitFor(() =>
    expect(place.mock.lastCall?.[0].order.basket).toEqual([
      { productId: 7, quantity: 2 },
      { productId: 8, quantity: 5 },
    ]),
  );
});

test('the checkout: goods beside an announced harvest may be paid in cash, and the deposit is due now', async () => {
  const harvest = { farmId: 4, harvestBy: '2026-12-13', harvestProductId: 9, deposit: 780 };
  const { user } = await renderScreen(form(), {
    'buyer.orders.quote': () => ({ farms: [farmQuote, { ...farmQuote, ...harvest }] }),
  });
  for (const collect of await screen.findAllByRole('radio', { name: /^Collect/ }))
    await user.click(collect);
  expect(screen.getByText('Deposit now').nextSibling?.textContent).toBe('KES\u00a0780');
  await user.click(screen.getByRole('radio', { name: /^Cash/ }));
  await press(user, /^Place 2 orders/);
  await waitFor(() =>
    expect(place.mock.lastCall?.[0].order).toMatchObject({
      paymentMethod: 'Cash on delivery',
      expectedDeposit: 780,
    }),
  );
});

test('the checkout: if M-Pesa is not available, cash is the only choice', async () => {
  await renderScreen(form({ isMpesaAvailable: false }), quote());
  expect(await screen.findByText(/M-Pesa is not available here yet/)).toBeTruthy();
  expect(screen.queryByRole('radio', { name: /^M-Pesa/ })).toBeNull();
});
