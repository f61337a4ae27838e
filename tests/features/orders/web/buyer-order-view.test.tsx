import { TRPCClientError } from '@trpc/client';
import { OrderPage } from '#app/web/routes/order.tsx';
import { OrderView } from '#orders/web/buyer/order-view.tsx';
import { LinkedOrder } from '#orders/web/payments/linked-order.tsx';
import {
  buyerOrder,
  givenBrowser,
  press,
  renderScreen,
  screen,
  within,
} from '#tests/setup/web/render-screen.tsx';

const cash = { paymentMethod: 'Cash on delivery', total: 793 };

givenBrowser();

test("an order on its buyer's page: one paid in cash names the cash, and its report promises nothing about money", async () => {
  const facts = { ...cash, status: 'dispatched', handoverCode: '4017', steps: ['dispute'] };
  const { user, unmount } = await renderScreen(<OrderView order={buyerOrder(facts)} />);
  const code = screen.getByText('4 0 1 7').closest('div');
  expect(within(code ?? document.body).getByText('Have KES 793 ready')).toBeTruthy();
  await press(user, 'Report a problem');
  expect(screen.getByRole('dialog')).toBeTruthy();
  expect(screen.queryByText(/still ha(s|ve)/)).toBeNull();
  unmount();
  const dispute = { openedAt: '2026-11-20T08:00:00Z', reason: 'Wet', photos: [], photosLeft: 0 };
  const disputed = { ...facts, status: 'disputed', steps: [], dispute };
  const { unmount: leave } = await renderScreen(<OrderView order={buyerOrder(disputed)} />);
  expect(screen.queryByText(/still ha(s|ve)/)).toBeNull();
  leave();
  const byMpesa = buyerOrder({ ...disputed, paymentMethod: 'M-Pesa' });
  await renderScreen(<OrderView order={byMpesa} />);
  expect(screen.getAllByText(/still ha(s|ve)/)).toHaveLength(2);
});

describe("an order on its buyer's page: the tracker", () => {
  const happened = (subject: string, to: string) => ({
    at: '2026-11-21T08:00:00.000Z',
    subject,
    actor: 'farmer',
    to,
    reason: null,
    takenAt: null,
    isTakenAtDoubtful: false,
  });
  const steps = () =>
    within(screen.getByRole('list', { name: 'Order progress' })).getAllByRole('listitem');
  const events = [happened('status', 'confirmed'), happened('paymentStatus', 'paid')];
  const paid = { status: 'confirmed', paymentStatus: 'paid', paymentMethod: 'M-Pesa', events };

  test('has five steps and marks the next one, and says once that it is paid', async () => {
    const payments = [{ status: 'received', amount: 6600, receipt: 'SGH7K2', refundReceipt: null }];
    await renderScreen(<OrderView order={buyerOrder({ ...paid, payments })} />);
    const labels = ['Placed', 'Accepted', 'Paid', 'On the way', 'Received'];
    expect(steps().map(({ textContent }) => textContent)).toEqual(
      labels.map((label) => expect.stringContaining(label)),
    );
    expect(steps().findIndex((step) => step.getAttribute('aria-current') === 'step')).toBe(3);
    const said = screen.getAllByText(/\bpaid\b/i);
    expect(said.filter((found) => !found.closest('.hidden'))).toHaveLength(1);
  });

  test('lists the receipts of all that was paid', async () => {
    const payments = [
      { status: 'received', amount: 300, receipt: 'SDEPOSIT1', refundReceipt: null },
      { status: 'received', amount: 700, receipt: 'SREST0001', refundReceipt: null },
      { status: 'refunded', amount: 700, receipt: 'STWICE001', refundReceipt: 'SBACK0001' },
    ];
    await renderScreen(<OrderView order={buyerOrder({ ...paid, payments })} />);
    for (const receipt of ['KES 300: receipt SDEPOSIT1', 'KES 700: receipt SREST0001'])
      expect(screen.getByText(receipt)).toBeTruthy();
    expect(screen.queryByText(/STWICE001/)).toBeNull();
  });

  test('comes with what is held of the money until the goods are there', async () => {
    const payments = [{ status: 'received', amount: 9300, receipt: null, refundReceipt: null }];
    const refunds = [{ status: 'paid', isKept: false, amount: 200, receipt: 'S1' }];
    const held = 'We hold KES 9,100 until you have the goods.';
    const facts = { ...paid, payments, refunds };
    const { unmount } = await renderScreen(<OrderView order={buyerOrder(facts)} />);
    expect(screen.getByText(held)).toBeTruthy();
    unmount();
    const ended = { ...facts, status: 'completed', steps: [] };
    await renderScreen(<OrderView order={buyerOrder(ended)} />);
    expect(screen.queryByText(held)).toBeNull();
  });

  test('is followed by the amount and the day of a refund', async () => {
    const refundedAt = '2026-11-22T08:00:00.000Z';
    const back = { status: 'refunded', amount: 9300, refundAmount: 9100, refundReceipt: 'SB1' };
    const difference = {
      status: 'paid',
      amount: 200,
      receipt: 'SB2',
      phoneNumber: '+254712345678',
    };
    const facts = {
      ...{ ...paid, status: 'cancelled', paymentStatus: 'refunded', refundReceipt: 'SB1' },
      payments: [{ ...back, receipt: null, refundedAt }],
      refunds: [{ ...difference, isKept: false, refundedAt }],
    };
    await renderScreen(<OrderView order={buyerOrder(facts)} />);
    for (const said of [
      'We refunded KES 9,100 on 22 Nov 2026 to the number you paid from. Receipt SB1.',
      /^We sent KES 200 back to .+ on 22 Nov 2026. M-Pesa code SB2.$/,
    ])
      expect(screen.getByText(said)).toBeTruthy();
  });

  test('says of a paid deposit that the order waits for the harvest, not that it is pending', async () => {
    const waiting = { ...paid, status: 'pending', paymentStatus: 'pending', deposit: 300 };
    const deposit = { harvestBy: '2026-12-06', depositPaidAt: '2026-11-21T08:00:00.000Z' };
    await renderScreen(<OrderView order={buyerOrder({ ...waiting, ...deposit })} />);
    expect(screen.getByText('Waits for the harvest')).toBeTruthy();
    expect(screen.queryByText('Pending')).toBeNull();
  });

  test('has the payment after the way for cash, and is left out once the order is cancelled', async () => {
    const order = buyerOrder({ status: 'dispatched', fulfilment: 'collection' });
    const { unmount } = await renderScreen(<OrderView order={order} />);
    const texts = steps().map(({ textContent }) => textContent);
    expect(texts.findIndex((text) => text?.includes('Pay'))).toBe(3);
    expect(texts[2]).toContain('Ready');
    unmount();
    await renderScreen(<OrderView order={buyerOrder({ status: 'cancelled', steps: [] })} />);
    expect(screen.queryByRole('list', { name: 'Order progress' })).toBeNull();
  });
});

test("an order on its buyer's page: a rejected one names other farms with the same crop", async () => {
  const order = buyerOrder({ status: 'rejected', steps: [] });
  const other = {
    ...{ id: 9, farmId: 4, farmName: 'Acacia Farm', county: 'Nakuru' },
    ...{ name: 'White maize', price: 60, unit: 'kg' },
  };
  const { calls } = await renderScreen(<OrderView order={order} />, {
    'market.cards': () => ({
      products: [other, { ...other, id: 7, farmId: 3, name: 'Maize' }],
      nextCursor: null,
    }),
  });
  expect(await screen.findByText('White maize')).toBeTruthy();
  expect(screen.getByText(/Acacia Farm/)).toBeTruthy();
  expect(calls).toContainEqual({
    path: 'market.cards',
    input: { search: 'maize', sort: 'price' },
  });
});

const link = { orderId: 41, until: 1_764_000_000, signature: 'ab' };
const { farmName, county, lines, deliveryFee, total, toPay } = buyerOrder();
const order = {
  ...{ id: 41, status: 'confirmed', paymentStatus: 'pending', isPayable: true, failure: null },
  ...{ farmName, county, lines, deliveryFee, total, toPay },
};

test('the order of a mailed link names the goods and the sum, and asks the phone that is typed', async () => {
  let paid: object = order;
  const { user, calls } = await renderScreen(<LinkedOrder link={link} />, {
    'market.linkedOrder': () => paid,
    'market.payLinkedOrder': () => {
      paid = { ...order, isPayable: false, paymentStatus: 'processing' };
      return paid;
    },
  });
  expect(await screen.findByText(/^Maize, 2 bags/)).toBeTruthy();
  const phone = screen.getByRole<HTMLInputElement>('textbox');
  expect(phone.value).toBe('');
  await user.type(phone, '0712345678');
  await press(user, /KES\s6,600/);
  expect(await screen.findByText('Check your phone and enter your PIN')).toBeTruthy();
  const input = { ...link, phoneNumber: '+254712345678' };
  expect(calls).toContainEqual({ path: 'market.payLinkedOrder', input });
});

test('the order of a mailed link leads to the login once the link is over', async () => {
  const error = { message: 'Not found', code: -32004, data: { code: 'NOT_FOUND' } };
  await renderScreen(<LinkedOrder link={link} />, {
    'market.linkedOrder': () => {
      throw new TRPCClientError('Not found', { result: { error } });
    },
  });
  const login = await screen.findByRole('link', { name: 'Buyer Login' });
  expect(login.getAttribute('href')).toBe('/login?redirect=%2Forders%2F41');
});

test("the order of a mailed link opens in another buyer's browser too, which shows nothing else of the order", async () => {
  const error = { message: 'Gone', code: -32004, data: { code: 'ORDER_NOT_FOUND' } };
  const answers = {
    'buyer.orders.get': () => {
      throw new TRPCClientError('Gone', { result: { error } });
    },
  };
  const openByLink = vi.fn();
  const page = <OrderPage orderId={41} openByLink={openByLink} />;
  const { user, unmount } = await renderScreen(page, answers);
  expect((await screen.findByRole('heading')).textContent).toBe(
    'This order belongs to another account',
  );
  expect(screen.getByRole('button', { name: 'Log in again' })).toBeTruthy();
  await press(user, 'Open the link');
  expect(openByLink).toHaveBeenCalledOnce();
  unmount();
  await renderScreen(<OrderPage orderId={41} />, answers);
  expect((await screen.findByRole('heading')).textContent).toBe('Order not found.');
  expect(screen.queryByRole('button', { name: 'Open the link' })).toBeNull();
});
