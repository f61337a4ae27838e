import { CartView } from '#orders/web/cart/cart-view.tsx';
import {
  type Answers,
  cartWith,
  farmQuote,
  givenBrowser,
  screen,
  waitFor,
} from '#tests/setup/web/render-screen.tsx';
import { renderWithQueue } from '#tests/setup/web/render-with-queue.tsx';

const empty = cartWith({ cart: { lines: [], farms: [], total: 0, lineCount: 0 } });

const cart = <CartView onContinue={() => {}} />;
const renderScreen = (shown: React.ReactNode, answers: Answers) =>
  renderWithQueue(shown, answers, 'buyer');

const expectSet = (calls: object[], quantity: number) =>
  waitFor(() =>
    expect(calls).toContainEqual({
      path: 'buyer.cart.setLine',
      input: { productId: 7, quantity },
    }),
  );

givenBrowser();

test('the cart: a removed line can be put back', async () => {
  const { user, calls } = await renderScreen(cart, {
    'buyer.cart.get': () => cartWith(),
    'buyer.cart.remove': () => empty,
    'buyer.cart.setLine': () => cartWith(),
  });
  await user.click(await screen.findByRole('button', { name: 'Remove Maize from the cart' }));
  const notice = await screen.findByText(/Maize was removed/);
  await screen.findByText('Your cart is empty.');
  expect(document.activeElement).not.toBe(document.body);
  expect(document.activeElement?.contains(notice)).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await expectSet(calls, 2);
});

test("the cart: below a farm's minimum it says how much is missing for delivery, and the checkout stays open for collection", async () => {
  await renderScreen(cart, {
    'buyer.cart.get': () => cartWith({ farm: { isBelowMinimum: true, minimumOrder: 7000 } }),
  });
  expect(await screen.findByText(/600.* to delivery from/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to checkout' })).toBeTruthy();
});

test.each([
  { delivers: true, text: 'Delivers · 12 km', fees: 2, total: 'KES 6,601' },
  {
    ...{ delivers: false, text: '12 km away, does not deliver that far', fees: 0 },
    total: 'KES 6,401',
  },
])(
  "the cart: a farm's reach is said at the buyer's place, and counts in the total, which is rounded as at checkout: $text",
  async ({ text, fees, delivers, total }) => {
    const place = { latitude: -4.04, longitude: 39.66, name: 'Mombasa' };
    localStorage.setItem('buyerPlace', JSON.stringify(place));
    await renderScreen(cart, {
      'buyer.cart.get': () => cartWith({ farm: { subtotal: 6400.5 }, cart: { total: 6400.5 } }),
      'buyer.orders.quote': () => ({ farms: [{ ...farmQuote, delivers }] }),
    });
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getByText(total)).toBeTruthy();
    expect(screen.queryAllByText(/KES 200/)).toHaveLength(fees);
  },
);

test('the cart: a typed quantity applies at once; more than the stock is reduced, with a note', async () => {
  const { user, calls } = await renderScreen(cart, {
    'buyer.cart.get': () => cartWith(),
    'buyer.cart.setLine': () => cartWith({ line: { quantity: 5, total: 16_000 } }),
  });
  const quantity = await screen.findByRole('textbox', { name: 'Quantity of Maize' });
  await user.clear(quantity);
  await user.type(quantity, '4');
  await expectSet(calls, 4);
  await user.type(quantity, '0{Enter}');
  expect(await screen.findByText('Only 5 bags left, so we changed it.')).toBeTruthy();
  await expectSet(calls, 5);
});

test.each([
  [{ problem: 'priceChanged', acceptedPrice: 3000 }, /^Accept KES\s3,200/, 2],
  [{ problem: 'notEnough', available: 1 }, /^Take 1 bag/, 1],
  [{ problem: 'gone', available: 0 }, /^Remove\s*: Maize/, 0],
])(
  'the cart: what has changed is marked, and one press resolves it: %o',
  async (changed, name, left) => {
    const line = { ...changed, acceptedUnit: 'bags', acceptedNetWeightKg: 90 };
    const { user, calls } = await renderScreen(cart, {
      'buyer.cart.get': () => cartWith({ line, cart: { canOrder: false } }),
      'buyer.cart.setLine': () => cartWith(),
      'buyer.cart.remove': () => empty,
    });
    expect(await screen.findByText('Fix the products marked above first.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name }));
    if (left > 0) return expectSet(calls, left);
    const removal = { path: 'buyer.cart.remove', input: { productId: 7 } };
    await waitFor(() => expect(calls).toContainEqual(removal));
  },
);

test('the cart: an agreed line has a fixed quantity, and is seen by its buyer', async () => {
  const agreed = { offerId: 9, heldUntil: '2026-11-23T12:00:00.000Z' };
  const { calls } = await renderScreen(cart, {
    'buyer.cart.get': () => cartWith({ line: agreed }),
    'buyer.cart.see': () => cartWith({ line: agreed }),
  });
  expect(await screen.findByText(/Agreed price/)).toBeTruthy();
  // The time to order it starts now.
  await waitFor(() => expect(calls).toContainEqual({ path: 'buyer.cart.see', input: undefined }));
  expect(screen.queryByRole('textbox', { name: 'Quantity of Maize' })).toBeNull();
});
