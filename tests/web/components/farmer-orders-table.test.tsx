// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { dayInNairobi, daysAfter } from '../../../src/shared/day.ts';
import { ConfirmOrder } from '../../../src/web/features/orders/farmer/confirm-order.tsx';
import { OrderCards } from '../../../src/web/features/orders/farmer/order-cards.tsx';
import { OrdersTable } from '../../../src/web/features/orders/farmer/orders-table.tsx';
import { RejectOrder } from '../../../src/web/features/orders/farmer/reject-order.tsx';
import { farmerOrder } from './fixtures.ts';
import { renderScreen, useBrowserStubs } from './render-screen.tsx';

describe('an order in the list of its farmer', () => {
  useBrowserStubs();

  test('a new one can be accepted or rejected, and its address is still to come', async () => {
    const step = vi.fn();
    const order = farmerOrder();
    const { user } = await renderScreen(<OrdersTable orders={[order]} onOpen={() => {}} onStep={step} />);
    await user.click(screen.getByRole('button', { name: 'Accept: Order #41' }));
    expect(step).toHaveBeenLastCalledWith(order, 'confirm');
    await user.click(screen.getByRole('button', { name: 'Reject: Order #41' }));
    expect(step).toHaveBeenLastCalledWith(order, 'reject');
    expect(screen.getAllByText('Address after you accept').length).toBeGreaterThan(0);
  });

  test('the wished day is at the top of its card, and is suggested as the delivery date', async () => {
    const order = farmerOrder({ wishedDay: daysAfter(dayInNairobi(new Date()), 2), wishedPart: 'afternoon' });
    const { unmount } = await renderScreen(<OrderCards orders={[order]} onOpen={() => {}} onStep={() => {}} />);
    expect(screen.getByRole('listitem').firstElementChild?.textContent).toMatch(/^Wanted .+, in the afternoon$/);
    unmount();
    await renderScreen(<ConfirmOrder order={order} onClose={() => {}} />);
    expect(screen.getByLabelText<HTMLInputElement>(/Delivery date/).value).toBe(order.wishedDay);
  });

  test('Reject only asks for confirmation: a reason may be given, and need not be', async () => {
    const answers = {
      'farmer.orders.reject': () => ({ id: 41 }),
      'farmer.orders.list': () => ({ orders: [], nextCursor: null }),
      'farmer.overview': () => ({}),
    };
    const { user, calls } = await renderScreen(<RejectOrder order={farmerOrder()} onClose={() => {}} />, answers);
    expect(screen.getByRole('dialog').textContent).toContain('#41');
    expect(calls).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Reject' }));
    await vi.waitFor(() => expect(calls[0]).toEqual({ path: 'farmer.orders.reject', input: { orderId: 41, reason: null } }));
  });

  test('goods that the buyer collects are made ready, not dispatched', async () => {
    const order = farmerOrder({ status: 'confirmed', fulfilment: 'collection', steps: ['dispatch', 'cancel'] });
    await renderScreen(<OrdersTable orders={[order]} onOpen={() => {}} onStep={() => {}} />);
    expect(screen.getByRole('button', { name: 'Ready to collect: Order #41' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Accept/ })).toBeNull();
  });

  test('an ended one has its details alone', async () => {
    const open = vi.fn();
    const order = farmerOrder({ status: 'completed', paymentStatus: 'paid', steps: [] });
    const { user } = await renderScreen(<OrdersTable orders={[order]} onOpen={open} onStep={() => {}} />);
    const buttons = screen.getAllByRole('button');
    expect(buttons.map((button) => button.textContent)).toEqual(['Details']);
    await user.click(screen.getByRole('button', { name: 'Details: Order #41' }));
    expect(open).toHaveBeenCalledWith(order);
  });
});
