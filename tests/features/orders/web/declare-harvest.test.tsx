import { screen } from '@testing-library/react';
import { DeclareHarvest } from '#orders/web/payments/harvests.tsx';
import { ownProduct } from '#tests/setup/web/fixtures.ts';
import { givenBrowser, press, renderScreen } from '#tests/setup/web/render-screen.tsx';

givenBrowser();

test('declaring a harvest says what is ordered of it, and sends what was harvested', async () => {
  const { user, calls } = await renderScreen(
    <DeclareHarvest product={ownProduct()} onClose={() => {}} />,
    {
      'farmer.orders.preOrders': () => ({ reserved: 20, count: 1 }),
      'farmer.orders.declareHarvest': () => ({ full: 0, part: 1, none: 0 }),
    },
  );
  expect(await screen.findByText('Ordered: 20 bags, orders: 1')).toBeTruthy();
  await user.type(screen.getByLabelText(/^How much have you harvested/), '12');
  await press(user, 'Enter the harvest');
  const input = { productId: 7, quantity: 12 };
  await expect.poll(() => calls).toContainEqual({ path: 'farmer.orders.declareHarvest', input });
});
