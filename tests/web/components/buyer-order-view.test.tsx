// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { OrderView } from '../../../src/web/features/orders/buyer/order-view.tsx';
import { buyerOrder } from './fixtures.ts';
import { renderScreen, useBrowserStubs } from './render-screen.tsx';

describe('an order on the page of its buyer', () => {
  useBrowserStubs();

  test('a new one says what it waits for, and is cancelled only after a question', async () => {
    const { user, calls } = await renderScreen(<OrderView order={buyerOrder()} />, { 'buyer.orders.cancel': () => buyerOrder() });
    expect(screen.getByText(/Waiting for Upendo Farm/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Cancel order' }));
    expect(calls).toEqual([]);
    const question = screen.getByRole('dialog', { name: 'Cancel order #41?' });
    await user.click(within(question).getByRole('button', { name: 'Cancel order' }));
    await waitFor(() => expect(calls).toEqual([{ path: 'buyer.orders.cancel', input: { orderId: 41 } }]));
  });

  test('a dispatched one shows its handover code, and takes a report with a reason only', async () => {
    const order = buyerOrder({ status: 'dispatched', handoverCode: '4017', steps: ['received', 'dispute'] });
    const { user, calls } = await renderScreen(<OrderView order={order} />, { 'buyer.orders.dispute': () => order });
    expect(screen.getByText('4 0 1 7')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Report a problem' }));
    await user.click(screen.getByRole('button', { name: 'Report it' }));
    expect(await screen.findByText('Please give a reason')).toBeTruthy();
    expect(calls).toEqual([]);
    await user.type(screen.getByRole('textbox', { name: 'What happened?' }), ' Two bags were wet ');
    await user.click(screen.getByRole('button', { name: 'Report it' }));
    await waitFor(() =>
      expect(calls).toEqual([{ path: 'buyer.orders.dispute', input: { orderId: 41, reason: 'Two bags were wet' } }]),
    );
  });
});
