import { OrderView } from '#orders/web/buyer/order-view.tsx';
import { CompleteOrder, WeighOrder } from '#orders/web/farmer/complete-order.tsx';
import { OrderCards } from '#orders/web/farmer/order-cards.tsx';
import {
  buyerOrder,
  farmerOrder,
  givenBrowser,
  press,
  renderScreen,
  screen,
  within,
} from '#tests/setup/web/render-screen.tsx';

const kale = {
  ...{ id: 70, productId: 7, name: 'Kale', unit: 'kg', available: 40, price: 50, total: 2000 },
  ...{ quantity: 40, orderedQuantity: null, weighedQuantity: null },
};
const onItsWay = {
  ...{ status: 'dispatched', paymentMethod: 'M-Pesa', paymentStatus: 'paid', deliveryFee: 0 },
  ...{ weighing: 0, difference: null, lines: [kale], amount: 2000, handoverTriesLeft: 5 },
};
const profile = { 'buyer.profile': () => ({ phoneNumber: '+254712345678' }) };

givenBrowser();

test.each([
  ['open', /has not paid KES 75 for the extra weight/],
  ['left', /wants only what was agreed/],
  ['paid', / paid KES 75 for the extra weight/],
] as const)(
  'weighing at the handover who asks for the code sees that the difference is %s',
  async (status, text) => {
    const order = farmerOrder({ ...onItsWay, weighing: 1, difference: { amount: 75, status } });
    await renderScreen(<CompleteOrder order={order} onClose={() => {}} />);
    expect(screen.getByText(text)).toBeTruthy();
  },
);

test('weighing at the handover: the card names the code alone; in the handover weighing stands before it, and leads back to it', async () => {
  const order = farmerOrder({ ...onItsWay, steps: ['weigh', 'complete'] });
  const { unmount } = await renderScreen(
    <OrderCards orders={[order]} onOpen={() => {}} onStep={() => {}} />,
  );
  const names = screen.getAllByRole('button').map(({ textContent }) => textContent);
  expect(names.slice(1)).toEqual(['Enter their 4-digit code']);
  unmount();
  const { user } = await renderScreen(<CompleteOrder order={order} onClose={() => {}} />);
  await press(user, 'Enter weight');
  const weighing = await screen.findByRole('dialog', { name: 'What does order #41 weigh?' });
  await user.click(within(weighing).getByRole('button', { name: 'Cancel' }));
  expect(screen.getByLabelText('Handover code')).toBeTruthy();
});

test('a typed weight says the new total, and is saved', async () => {
  const { user, calls } = await renderScreen(
    <WeighOrder order={farmerOrder(onItsWay)} onClose={() => {}} />,
    { 'farmer.orders.weigh': () => farmerOrder(onItsWay) },
  );
  const weight = screen.getByLabelText('Kale (kg)');
  await user.clear(weight);
  await user.type(weight, '38');
  expect(screen.getByRole('status').textContent).toMatch(/^New total: KES\s1,900$/);
  await press(user, 'Save weight');
  const input = { orderId: 41, weighingSeen: 0, lines: [{ lineId: 70, weight: 38 }] };
  await expect.poll(() => calls).toContainEqual({ path: 'farmer.orders.weigh', input });
});

const heavier = {
  ...onItsWay,
  ...{ weighing: 1, toPay: 75, total: 2000, subtotal: 2000, handoverCode: '4017' },
  lines: [{ ...kale, weighedQuantity: 41.5 }],
  difference: { amount: 75, status: 'open' },
  steps: ['pay', 'leaveDifference', 'received', 'dispute'],
};

test('a buyer by M-Pesa may pay the difference', async () => {
  await renderScreen(<OrderView order={buyerOrder(heavier)} />, profile);
  expect(screen.getByRole('heading', { name: 'It weighs more than agreed' })).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Pay KES\s75 more/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Leave the extra weight' })).toBeTruthy();
});

test('weighing at the handover: while the phone asks for the difference, the buyer waits for its result', async () => {
  const payment = {
    ...{ id: 9, status: 'pushed', resultCode: null, resultText: null, pushAt: null },
    ...{ phoneNumber: '+254712345678', amount: 75, requestedAt: new Date().toISOString() },
  };
  await renderScreen(<OrderView order={buyerOrder({ ...heavier, payment })} />, profile);
  expect(screen.queryByRole('button', { name: 'Leave the extra weight' })).toBeNull();
  expect(screen.getByText(/KES\s75/)).toBeTruthy();
});

test('weighing at the handover in cash the code agrees to the new amount', async () => {
  const order = {
    ...{ ...heavier, paymentMethod: 'Cash on delivery', paymentStatus: 'pending' },
    ...{ total: 2075, difference: null, toPay: 0, steps: ['received'] },
  };
  await renderScreen(<OrderView order={buyerOrder(order)} />);
  expect(screen.getByText(/you pay KES\s2,075\. Give the code only if you agree/)).toBeTruthy();
});
