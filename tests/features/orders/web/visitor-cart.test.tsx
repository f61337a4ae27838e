import { VisitorCart } from '#app/web/routes/cart.tsx';
import {
  cartWith,
  givenBrowser,
  renderScreen,
  screen,
  waitFor,
} from '#tests/setup/web/render-screen.tsx';

const store = (...lines: object[]) => localStorage.setItem('cartLines', JSON.stringify(lines));
const stored = () => JSON.parse(localStorage.getItem('cartLines') ?? '[]');

givenBrowser();

test("a visitor's cart shows no delivery fee and no minimum of a farm that does not deliver to the visitor's place", async () => {
  store({ productId: 7, quantity: 2 });
  localStorage.setItem(
    'buyerPlace',
    JSON.stringify({ latitude: -4.04, longitude: 39.66, name: 'Mombasa' }),
  );
  const cart = cartWith();
  const reaches = cart.farms.map(({ farmId }) => ({ farmId, delivers: false, distanceKm: 440 }));
  const { calls } = await renderScreen(<VisitorCart onContinue={() => {}} />, {
    'market.cart': () => ({ ...cart, reaches }),
  });
  expect(await screen.findByText('440 km away, does not deliver that far')).toBeTruthy();
  expect(screen.queryByText('Minimum order for delivery')).toBeNull();
  expect(calls).toMatchObject([
    { path: 'market.cart', input: { latitude: -4.04, longitude: 39.66 } },
  ]);
});

test("a visitor's cart: a product no longer offered is dropped", async () => {
  store({ productId: 7, quantity: 2 }, { productId: 8, quantity: 1 });
  await renderScreen(<VisitorCart onContinue={() => {}} />, { 'market.cart': () => cartWith() });
  await waitFor(() => expect(stored()).toEqual([{ productId: 7, quantity: 2 }]));
});
