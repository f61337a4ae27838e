import { CheckoutPage } from '#app/web/routes/checkout.tsx';
import {
  cartWith,
  givenBrowser,
  renderScreen,
  screen,
  waitFor,
} from '#tests/setup/web/render-screen.tsx';

const line = vi.hoisted(() => ({ isCut: true, asked: 0 }));
vi.mock('#orders/web/checkout/checkout-form.tsx', async (importOriginal) => {
  line.asked += 1;
  if (line.isCut) throw new Error('The form was never opened on this phone');
  return importOriginal();
});

const name = { email: 'a@shop.example', firstName: 'Asha', lastName: 'Ali' };
const user = { id: 7, role: 'buyer', ...name } as const;

givenBrowser();
afterEach(() => void vi.restoreAllMocks());

test("the checkout without its form's code says that it was never opened here, under its title, and offers the cart and a retry", async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { container } = await renderScreen(<CheckoutPage session={{ token: 'token', user }} />, {
    'buyer.cart.get': () => cartWith(),
    'buyer.profile': () => ({ deliveryAddress: 'Section 58', city: 'Nakuru' }),
    'market.contact': () => ({ mpesa: true }),
  });
  expect(await screen.findByText('This page is not saved on this phone.')).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1, name: 'Checkout' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
  expect(screen.getByRole('link', { name: /cart/ })).toBeTruthy();
  expect(container.querySelector('form')).toBeNull();
  await waitFor(() => expect(line.asked).toBe(1));
});
