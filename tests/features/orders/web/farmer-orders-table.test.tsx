// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { CompleteOrder } from '#features/orders/web/farmer/complete-order.tsx';
import { ConfirmOrder } from '#features/orders/web/farmer/confirm-order.tsx';
import { OrderCards } from '#features/orders/web/farmer/order-cards.tsx';
import { OrdersTable } from '#features/orders/web/farmer/orders-table.tsx';
import { RejectOrder } from '#features/orders/web/farmer/reject-order.tsx';
import { offlineOrders } from '#features/orders/web/offline.ts';
import { dayInNairobi, daysAfter } from '#platform/rules/day.ts';
import { overwriteGetLocale } from '#platform/rules/text/compiled/runtime.js';
import { registerKinds } from '#platform/web/offline/kinds.ts';
import { showEntries } from '#platform/web/offline/mirror.ts';
import { readEntry } from '#platform/web/offline/read-entry.ts';
import { clearSession, storeSession } from '#platform/web/session/session.ts';
import { farmerOrder } from '#tests/setup/web/fixtures.ts';
import { renderScreen, useBrowserStubs } from '#tests/setup/web/render-screen.tsx';
import { renderWithQueue } from '#tests/setup/web/render-with-queue.tsx';

registerKinds(offlineOrders);

const cash = { paymentMethod: 'Cash on delivery', amount: 793 };
const address = 'The blue gate beside the church, '.repeat(6);

describe("an order in its farmer's list", () => {
  useBrowserStubs();
  // Other tests of the same process expect English.
  afterEach(() => overwriteGetLocale(() => 'en'));

  test.each([
    ['en', 'PAID', 'COLLECT KES 793 IN CASH', 'M-Pesa: Not paid yet'],
    ['sw', 'IMELIPWA', 'CHUKUA KES 793 TASLIMU', 'M-Pesa: Bado haijalipwa'],
  ] as const)(
    'says in %s how it is paid, outside the lines that a long address may fill',
    async (language, paid, collect, unpaid) => {
      overwriteGetLocale(() => language);
      const facts = { status: 'confirmed', fulfilment: 'delivery', deliveryAddress: address };
      for (const [text, changes] of [
        [paid, { paymentMethod: 'M-Pesa', paymentStatus: 'paid' }],
        [collect, { ...cash, paymentStatus: 'pending' }],
        [unpaid, { paymentMethod: 'M-Pesa', paymentStatus: 'pending' }],
      ] as const) {
        for (const List of [OrderCards, OrdersTable]) {
          const { unmount } = await renderScreen(
            <List
              orders={[farmerOrder({ ...facts, ...changes })]}
              onOpen={() => {}}
              onStep={() => {}}
            />,
          );
          const [chip] = screen.getAllByText(text);
          expect(chip?.closest('.line-clamp-2, .line-clamp-3')).toBeNull();
          unmount();
        }
      }
    },
  );

  test('asks for no sum of a disputed order, which the buyer need not pay whole', async () => {
    const order = farmerOrder({ ...cash, status: 'disputed', paymentStatus: 'pending' });
    await renderScreen(<OrderCards orders={[order]} onOpen={() => {}} onStep={() => {}} />);
    expect(screen.getByText('Cash on delivery: Not paid yet')).toBeDefined();
    expect(screen.queryByText(/COLLECT/)).toBeNull();
  });

  test.each([
    ['M-Pesa', 'pending', 'pending'],
    ['M-Pesa', 'confirmed', 'pending'],
    ['M-Pesa', 'confirmed', 'paid'],
  ] as const)('names %s once in its row when it is %s and %s', async (method, status, payment) => {
    const order = farmerOrder({ paymentMethod: method, status, paymentStatus: payment });
    await renderScreen(<OrdersTable orders={[order]} onOpen={() => {}} onStep={() => {}} />);
    expect(screen.getAllByText(/M-Pesa/)).toHaveLength(1);
  });

  test.each([
    ['en', 'Maize', 'Mahindi'],
    ['sw', 'Mahindi (Maize)', null],
  ] as const)('names its products in %s', async (language, name, other) => {
    overwriteGetLocale(() => language);
    const order = farmerOrder();
    const named = {
      ...order,
      lines: order.lines.map((line) => ({ ...line, swahiliName: 'Mahindi' })),
    };
    for (const List of [OrderCards, OrdersTable]) {
      const { unmount } = await renderScreen(
        <List orders={[named]} onOpen={() => {}} onStep={() => {}} />,
      );
      expect(document.body.textContent).toContain(name);
      if (other) expect(document.body.textContent).not.toContain(other);
      unmount();
    }
  });

  test('does not ask for the cash of an order that was rejected', async () => {
    await renderScreen(
      <OrderCards
        orders={[farmerOrder({ ...cash, status: 'rejected', paymentStatus: 'pending', steps: [] })]}
        onOpen={() => {}}
        onStep={() => {}}
      />,
    );
    expect(screen.queryByText(/CASH/)).toBeNull();
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

  test('a new one can be accepted or rejected, and does not show its full address yet', async () => {
    const step = vi.fn();
    const order = farmerOrder();
    const { user } = await renderScreen(
      <OrdersTable orders={[order]} onOpen={() => {}} onStep={step} />,
    );
    await user.click(screen.getByRole('button', { name: 'Accept: Order #41' }));
    expect(step).toHaveBeenLastCalledWith(order, 'confirm');
    await user.click(screen.getByRole('button', { name: 'Reject: Order #41' }));
    expect(step).toHaveBeenLastCalledWith(order, 'reject');
    expect(screen.getAllByText('Address after you accept').length).toBeGreaterThan(0);
  });

  test('the preferred day is at the top of its card, and is suggested as the delivery date', async () => {
    const order = farmerOrder({
      wishedDay: daysAfter(dayInNairobi(new Date()), 2),
      wishedPart: 'afternoon',
    });
    const { unmount } = await renderScreen(
      <OrderCards orders={[order]} onOpen={() => {}} onStep={() => {}} />,
    );
    expect(screen.getByRole('listitem').firstElementChild?.textContent).toMatch(
      /^Wanted .+, in the afternoon$/,
    );
    unmount();
    await renderScreen(<ConfirmOrder order={order} onClose={() => {}} />);
    expect(screen.getByLabelText<HTMLInputElement>(/Delivery date/).value).toBe(order.wishedDay);
  });

  test('Reject only asks for confirmation, and the reason is optional', async () => {
    const answers = {
      'farmer.orders.reject': () => ({ id: 41 }),
      'farmer.orders.list': () => ({ orders: [], nextCursor: null }),
      'farmer.overview': () => ({}),
    };
    const { user, calls } = await renderWithQueue(
      <RejectOrder order={farmerOrder()} onClose={() => {}} />,
      answers,
    );
    expect(screen.getByRole('dialog').textContent).toContain('#41');
    expect(calls).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Reject' }));
    await vi.waitFor(() =>
      expect(calls[0]).toEqual({
        path: 'farmer.orders.reject',
        input: { orderId: 41, reason: null },
      }),
    );
  });

  test('"I have none left" is a reason for the buyer, and tells the server', async () => {
    const answers = { 'farmer.orders.reject': () => ({ id: 41 }) };
    const { user, calls } = await renderWithQueue(
      <RejectOrder order={farmerOrder()} onClose={() => {}} />,
      answers,
    );
    await user.click(screen.getByRole('checkbox', { name: /^I have none left/ }));
    await user.click(screen.getByRole('button', { name: 'Reject' }));
    await vi.waitFor(() =>
      expect(calls[0]).toEqual({
        path: 'farmer.orders.reject',
        input: { orderId: 41, reason: 'None left', isNoneLeft: true },
      }),
    );
  });

  test('goods for collection are made ready, not dispatched', async () => {
    const order = farmerOrder({
      status: 'confirmed',
      fulfilment: 'collection',
      steps: ['dispatch', 'cancel'],
    });
    await renderScreen(<OrdersTable orders={[order]} onOpen={() => {}} onStep={() => {}} />);
    expect(screen.getByRole('button', { name: 'Ready to collect: Order #41' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Accept/ })).toBeNull();
  });

  test('an ended one offers only its details', async () => {
    const open = vi.fn();
    const order = farmerOrder({ status: 'completed', paymentStatus: 'paid', steps: [] });
    const { user } = await renderScreen(
      <OrdersTable orders={[order]} onOpen={open} onStep={() => {}} />,
    );
    const buttons = screen.getAllByRole('button');
    expect(buttons.map((button) => button.textContent)).toEqual(['Details']);
    await user.click(screen.getByRole('button', { name: 'Details: Order #41' }));
    expect(open).toHaveBeenCalledWith(order);
  });

  test('a pending step hides the others; an unreadable one is marked, and hides nothing', async () => {
    const user = {
      id: 4712,
      role: 'farmer',
      email: 'a@shop.example',
      firstName: 'A',
      lastName: 'B',
    } as const;
    const waiting = {
      key: 'k',
      kind: 'confirmOrder',
      subject: 'order:41',
      parts: { id: 41 },
      place: 2,
      tries: 0,
    };
    const rest = {
      writtenAt: '2026-11-20T08:00:00Z',
      fileCount: 0,
      bytes: 0,
      clockOffsetMilliseconds: null,
      refusal: null,
    };
    const unreadable = readEntry({ ...waiting, ...rest, key: 'u', place: 1, input: null });
    const accepted = readEntry({ ...waiting, ...rest, input: { orderId: 41 } });
    storeSession({ token: 'token', user }, { isRemembered: true });
    for (const Orders of [OrdersTable, OrderCards]) {
      showEntries(user.id, [unreadable]);
      const { unmount } = await renderScreen(
        <Orders orders={[farmerOrder()]} onOpen={() => {}} onStep={() => {}} />,
      );
      expect(screen.getByRole('button', { name: 'Accept: Order #41' })).toBeTruthy();
      expect(screen.getByRole('link', { name: 'Could not be sent' })).toBeTruthy();
      act(() => showEntries(user.id, [unreadable, accepted]));
      expect(screen.queryByRole('button', { name: 'Accept: Order #41' })).toBeNull();
      expect(screen.getByRole('link', { name: 'Waiting to be sent' })).toBeTruthy();
      unmount();
    }
    showEntries(user.id, []);
    clearSession();
  });
});
