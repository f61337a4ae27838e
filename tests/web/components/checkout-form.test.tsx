// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { dayInNairobi, daysAfter } from '../../../src/shared/day.ts';
import { CheckoutForm } from '../../../src/web/features/checkout/checkout-form.tsx';
import type { Placing } from '../../../src/web/features/checkout/use-place-order.ts';
import { cartWith, farmQuote } from './fixtures.ts';
import { renderScreen, useBrowserStubs } from './render-screen.tsx';

describe('the checkout', () => {
  useBrowserStubs();
  const place = vi.fn<Placing['place']>(async () => ({ outcome: 'placed' }));
  const form = (isMpesaAvailable = true) => (
    <CheckoutForm
      cart={cartWith()}
      placing={{ state: 'idle', place }}
      start={{ buyerId: 1, address: 'Section 58, Nakuru', isMpesaAvailable }}
    />
  );
  const quote = (changes: object = {}) => ({ 'buyer.orders.quote': () => ({ farms: [{ ...farmQuote, ...changes }] }) });

  test('a delivery needs a place; a collection does not, and is sent without one', async () => {
    const { user } = await renderScreen(form(), quote());
    // The farms' parts come with the quote; until then nothing can be ordered.
    const collection = await screen.findByRole('radio', { name: /Collect at the farm/ });
    await user.click(screen.getByRole('button', { name: 'Place order' }));
    expect(await screen.findByText(/Tell us where to deliver/)).toBeTruthy();
    expect(place).not.toHaveBeenCalled();
    await user.click(collection);
    await user.click(screen.getByRole('button', { name: 'Place order' }));
    await waitFor(() => expect(place).toHaveBeenCalledOnce());
    expect(place.mock.calls[0]?.[0].order).toMatchObject({
      fulfilment: 'collection',
      paymentMethod: 'M-Pesa',
      expectedTotal: 6400,
    });
  });

  test('a farm that does not deliver that far is named, and nothing can be ordered of it until it is collected', async () => {
    const { user } = await renderScreen(form(), quote({ delivers: false }));
    expect((await screen.findAllByText('Upendo Farm does not deliver that far.')).length).toBeGreaterThan(0);
    await user.click(screen.getByRole('radio', { name: /Collect at the farm/ }));
    await waitFor(() => expect(screen.queryByText('Upendo Farm does not deliver that far.')).toBeNull());
  });

  test('a day and a part of it may be wished, and are sent with the order', async () => {
    const { user } = await renderScreen(form(), quote());
    await user.click(await screen.findByRole('radio', { name: /Collect at the farm/ }));
    const day = screen.getByRole('combobox', { name: /Day you would like/ });
    // Any day, today, and seven days more. The time of day is asked once there is a day.
    expect(within(day).getAllByRole('option').length).toBe(9);
    expect(screen.queryByRole('combobox', { name: 'Time of day' })).toBeNull();
    await user.selectOptions(day, within(day).getByRole('option', { name: /^Tomorrow/ }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Time of day' }), 'Afternoon');
    await user.click(screen.getByRole('button', { name: 'Place order' }));
    const tomorrow = daysAfter(dayInNairobi(new Date()), 1);
    await waitFor(() => expect(place.mock.lastCall?.[0].order).toMatchObject({ wishedDay: tomorrow, wishedPart: 'afternoon' }));
  });

  test('where M-Pesa cannot be paid with, cash is the only choice', async () => {
    await renderScreen(form(false), quote());
    expect(await screen.findByText(/M-Pesa is not available here yet/)).toBeTruthy();
    expect(screen.queryByRole('radio', { name: /^M-Pesa/ })).toBeNull();
  });
});
