import { TRPCClientError } from '@trpc/client';
import { CompleteOrder } from '#orders/web/farmer/complete-order.tsx';
import { ConfirmOrder } from '#orders/web/farmer/confirm-order.tsx';
import { OrderCards } from '#orders/web/farmer/order-cards.tsx';
import { RejectOrder } from '#orders/web/farmer/order-step.tsx';
import { OrdersTable, rowOf } from '#orders/web/farmer/orders-table.tsx';
import { DeclareHarvest } from '#orders/web/payments/harvests.tsx';
import { UnverifiedNumber } from '#orders/web/payments/payments-tab.tsx';
import { dayInNairobi, daysAfter } from '#rules/day.ts';
import { overwriteGetLocale } from '#rules/text/compiled/runtime.js';
import {
  farmerOrder,
  givenBrowser,
  ownProduct,
  press,
  renderScreen,
  screen,
} from '#tests/setup/web/render-screen.tsx';
import { renderWithQueue } from '#tests/setup/web/render-with-queue.tsx';

const cash = { paymentMethod: 'Cash on delivery', amount: 793 };
const address = 'The blue gate beside the church, '.repeat(6);

givenBrowser();

describe("an order in its farmer's list", () => {
  const show = (List: typeof OrderCards | typeof OrdersTable, order: object = {}) =>
    renderScreen(<List orders={[farmerOrder(order)]} onOpen={() => {}} onStep={() => {}} />);

  test.each([
    ['PAID', { paymentMethod: 'M-Pesa', paymentStatus: 'paid' }],
    ['COLLECT KES 793 IN CASH', cash],
    ['M-Pesa: Not paid yet', { paymentMethod: 'M-Pesa' }],
  ])('says "%s" outside the lines that a long address may fill', async (text, payment) => {
    await show(OrderCards, { status: 'confirmed', deliveryAddress: address, ...payment });
    expect(screen.getByText(text).closest('.line-clamp-2')).toBeNull();
  });

  test('the table names the way to pay cash, whose amount stands above it', async () => {
    await show(OrdersTable, { status: 'confirmed', ...cash });
    expect(screen.getByText('KES 793').closest('td')?.textContent).toBe(
      'AmountKES\u00a0793Cash on delivery',
    );
  });

  test.each([OrderCards, OrdersTable])(
    '%o fills the button of its first order only',
    async (List) => {
      const orders = [41, 42].map((id) => farmerOrder({ id, steps: ['confirm', 'reject'] }));
      await renderScreen(<List orders={orders} onOpen={() => {}} onStep={() => {}} />);
      const filled = [...document.querySelectorAll('.button-primary')];
      expect(filled.map((button) => button.getAttribute('aria-label'))).toEqual([
        'Accept: Order #41',
      ]);
    },
  );

  test.each(['disputed', 'rejected'])('asks for no cash of an order that is %s', async (status) => {
    await show(OrderCards, { ...cash, status });
    expect(screen.queryByText(/COLLECT/)).toBeNull();
  });

  test('waits for the harvest once its deposit is paid, in lists and in the spreadsheet', async () => {
    const waiting = { harvestBy: '2026-12-06', depositPaidAt: '2026-11-21T08:00:00.000Z' };
    const said = ['Waits for the harvest', 'Deposit paid'];
    for (const List of [OrderCards, OrdersTable])
      for (const steps of [['reject'], ['confirm', 'reject']]) {
        const { unmount } = await show(List, { ...waiting, steps });
        for (const text of said) expect(document.body.textContent).toContain(text);
        expect(document.body.textContent).not.toContain('Pending');
        unmount();
      }
    expect(rowOf(farmerOrder(waiting))).toEqual(expect.arrayContaining(said));
    const refunded = rowOf(
      farmerOrder({ ...waiting, status: 'rejected', paymentStatus: 'refunded' }),
    );
    expect(refunded).toEqual(expect.arrayContaining(['Rejected', 'Refunded']));
  });

  test('has no button for a step of a newer server', async () => {
    const countButtons = async (steps: string[]) => {
      const { unmount } = await show(OrdersTable, { steps });
      const { length } = screen.getAllByRole('button');
      unmount();
      return length;
    };
    expect(await countButtons(['later', 'dispatch'])).toBe(await countButtons(['dispatch']));
  });

  test('names M-Pesa once in its row', async () => {
    await show(OrdersTable, { status: 'confirmed', paymentMethod: 'M-Pesa' });
    expect(screen.getAllByText(/M-Pesa/)).toHaveLength(1);
  });

  test.each([
    ['en', 'Maize', 'Mahindi'],
    ['sw', 'Mahindi (Maize)', null],
  ] as const)('names its products in %s', async (language, name, other) => {
    overwriteGetLocale(() => language);
    // Other tests of the same process expect English.
    onTestFinished(() => overwriteGetLocale(() => 'en'));
    const lines = farmerOrder().lines.map((line) => ({ ...line, swahiliName: 'Mahindi' }));
    for (const List of [OrderCards, OrdersTable]) {
      const { unmount } = await show(List, { lines });
      expect(document.body.textContent).toContain(name);
      if (other) expect(document.body.textContent).not.toContain(other);
      unmount();
    }
  });

  test('the handover of a cash order begins with the cash', async () => {
    const { unmount } = await renderScreen(
      <CompleteOrder order={farmerOrder(cash)} onClose={() => {}} />,
    );
    expect(screen.getByText(/^Collect KES 793 in cash from /)).toBeTruthy();
    unmount();
    await renderScreen(
      <CompleteOrder order={farmerOrder({ paymentMethod: 'M-Pesa' })} onClose={() => {}} />,
    );
    expect(screen.queryByText(/in cash/)).toBeNull();
  });

  test('the preferred day is at the top of its card, and is suggested as the delivery date', async () => {
    const wishedDay = daysAfter(dayInNairobi(new Date()), 2);
    const wish = { wishedDay, wishedPart: 'afternoon' };
    const { unmount } = await show(OrderCards, wish);
    expect(screen.getByRole('listitem').firstElementChild?.textContent).toMatch(
      /^Wanted .+, in the afternoon$/,
    );
    unmount();
    await renderScreen(<ConfirmOrder order={farmerOrder(wish)} onClose={() => {}} />);
    expect(screen.getByLabelText<HTMLInputElement>(/Delivery date/).value).toBe(wishedDay);
  });

  test('a part of it is accepted with its quantity and the total that it makes', async () => {
    const { user, calls } = await renderWithQueue(
      <ConfirmOrder order={farmerOrder()} onClose={() => {}} />,
      { 'farmer.orders.confirm': () => ({ id: 41 }) },
    );
    const quantity = screen.getByLabelText('Maize (bags)');
    await user.clear(quantity);
    await user.type(quantity, '1');
    expect(screen.getByRole('status').textContent).toContain('New total: KES\u00a03,400');
    await press(user, 'Accept');
    const lines = [{ lineId: 70, quantity: 1, quantitySeen: 2 }];
    await expect.poll(() => calls[0]?.input).toMatchObject({ orderId: 41, lines });
  });

  test('a step that is no longer possible says so in its dialog', async () => {
    const data = { code: 'STEP_NOT_ALLOWED', httpStatus: 409 };
    const error = { message: 'It was cancelled', code: -32_600, data };
    const { user } = await renderWithQueue(
      <ConfirmOrder order={farmerOrder()} onClose={() => {}} />,
      {
        'farmer.orders.confirm': () => {
          throw new TRPCClientError('', { result: { error } });
        },
      },
    );
    await press(user, 'Accept');
    expect((await screen.findByRole('alert')).textContent).toContain('It was cancelled');
  });

  test('"I have none left" is a reason for the buyer, and tells the server', async () => {
    const { user, calls } = await renderWithQueue(
      <RejectOrder order={farmerOrder()} onClose={() => {}} />,
      { 'farmer.orders.reject': () => ({ id: 41 }) },
    );
    await user.click(screen.getByRole('checkbox', { name: /^I have none left/ }));
    await press(user, 'Reject');
    await expect
      .poll(() => calls[0])
      .toEqual({
        path: 'farmer.orders.reject',
        input: { orderId: 41, reason: 'None left', isNoneLeft: true },
      });
  });
});

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

describe('the notice about payouts that wait for a verified number', () => {
  beforeEach(() => {
    document.documentElement.dataset.sms = 'on';
  });
  afterEach(() => {
    delete document.documentElement.dataset.sms;
  });
  const line = (isVerified: boolean) => ({ 'phone.get': () => ({ isOffered: true, isVerified }) });

  test('names the amount and leads to the row of the number', async () => {
    await renderScreen(<UnverifiedNumber payoutsDue={456} />, line(false));
    expect((await screen.findByRole('status')).textContent).toContain('to receive KES\u00a0456');
    expect(
      screen.getByRole('link', { name: 'Verify your phone number' }).getAttribute('href'),
    ).toContain('tab=profile#phone');
  });

  test.each([
    ['nothing is due', 0, false],
    ['the number is verified', 456, true],
  ])('is not shown if %s', async (_, due, isVerified) => {
    const { calls } = await renderScreen(
      <>
        <UnverifiedNumber payoutsDue={due} />
        <p>Received</p>
      </>,
      line(isVerified),
    );
    await screen.findByText('Received');
    expect(calls.map(({ path }) => path)).toEqual(['phone.get']);
    expect(screen.queryByRole('status')).toBeNull();
  });
});
