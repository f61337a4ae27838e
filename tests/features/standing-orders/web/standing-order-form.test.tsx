import { StandingOrderForm } from '#standing-orders/web/standing-order-form.tsx';
import { buyerOrder, givenBrowser, renderScreen, screen } from '#tests/setup/web/render-screen.tsx';

givenBrowser();

test('a new standing order has the ordered quantity, and says what its highest price means', async () => {
  const [maize] = buyerOrder().lines;
  const order = buyerOrder({ lines: [{ ...maize, quantity: 1, orderedQuantity: 3 }] });
  await renderScreen(<StandingOrderForm order={order} onClose={() => {}} />);
  expect(await screen.findByText(/^3 bags/)).toBeTruthy();
  expect(screen.getByText(/the day's price, up to this/)).toBeTruthy();
});
