import { describe, expect, test } from 'vitest';
import { mayMove } from '#features/orders/rules/order.ts';
import { actors, type OrderFacts, orderStatuses } from '#features/orders/rules/order-facts.ts';
import { START } from '#tests/setup/market.ts';

const DAY = 24 * 3600;

describe('the table of steps', () => {
  const facts: OrderFacts = {
    ...{
      status: 'pending',
      paymentStatus: 'pending',
      paymentMethod: 'M-Pesa',
      createdAt: START,
      confirmedAt: null,
      paidAt: null,
    },
    ...{
      dispatchedAt: null,
      completedAt: null,
      deliveryDate: null,
      harvestBy: null,
      depositPaidAt: null,
      shortenedAt: null,
      handoverTries: 0,
      completedByClock: false,
    },
    ...{ notCollectedAt: null, isFarmerSuspended: false },
  };

  test('knows no way out of what is over, but a dispute of what the clock completed', () => {
    const ways = (status: OrderFacts['status'], more: Partial<OrderFacts> = {}) =>
      orderStatuses.flatMap((to) =>
        actors
          .filter((by) =>
            mayMove(
              { ...facts, ...more, status },
              { to, by, now: new Date(START.getTime() + 3000 * DAY) },
            ),
          )
          .map((by) => `${by} ${to}`),
      );
    for (const status of ['rejected', 'cancelled', 'expired', 'completed'] as const)
      expect(ways(status)).toEqual([]);
    const disputable = {
      ...facts,
      status: 'completed',
      completedByClock: true,
      completedAt: START,
    } as const;
    expect(
      mayMove(disputable, {
        to: 'disputed',
        by: 'buyer',
        now: new Date(START.getTime() + (DAY - 1) * 1000),
      }),
    ).toBe(true);
    expect(
      mayMove(disputable, {
        to: 'disputed',
        by: 'buyer',
        now: new Date(START.getTime() + DAY * 1000),
      }),
    ).toBe(false);
  });

  test('an M-Pesa order is dispatched only when paid', () => {
    const confirmed = { ...facts, status: 'confirmed', confirmedAt: START } as const;
    expect(mayMove(confirmed, { to: 'dispatched', by: 'farmer', now: START })).toBe(false);
    expect(
      mayMove(
        { ...confirmed, paymentStatus: 'paid' },
        { to: 'dispatched', by: 'farmer', now: START },
      ),
    ).toBe(true);
    expect(
      mayMove(
        { ...confirmed, paymentMethod: 'Cash on delivery' },
        { to: 'dispatched', by: 'farmer', now: START },
      ),
    ).toBe(true);
  });
});
