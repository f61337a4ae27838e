import {
  actors,
  type OrderFacts,
  orderStatuses,
  reservingStatuses,
  returnedStatuses,
} from '#orders/rules/order-facts.ts';
import { mayMove, transitions } from '#orders/rules/transitions.ts';
import { secondsAfter } from '#server/clock.ts';
import { START } from '#tests/setup/market.ts';

const DAY = 24 * 3600;

const facts: OrderFacts = {
  ...{ status: 'pending', paymentStatus: 'pending', paymentMethod: 'M-Pesa', createdAt: START },
  ...{ confirmedAt: null, paidAt: null, dispatchedAt: null, completedAt: null },
  ...{ deliveryDate: null, harvestBy: null, depositPaidAt: null, shortenedAt: null },
  ...{ handoverTries: 0, completedByClock: false, notCollectedAt: null },
  ...{ isDecided: false, isFarmerSuspended: false },
};

test('the table of steps: leads to every status but the first, and on from every open one', () => {
  const reached = new Set(transitions.map(({ to }) => to));
  expect(orderStatuses.filter((status) => !reached.has(status))).toEqual(['pending']);
  const onwards = transitions.filter(({ to }) => !returnedStatuses.some((one) => one === to));
  const left = new Set(onwards.map(({ from }) => from));
  expect(reservingStatuses.filter((status) => !left.has(status))).toEqual([]);
});

test('the table of steps knows no way out of what is over, but a report within a day, until an operator has decided', () => {
  const muchLater = secondsAfter(START, 3000 * DAY);
  const ways = (status: OrderFacts['status']) =>
    orderStatuses.flatMap((to) =>
      actors
        .filter((by) => mayMove({ ...facts, status }, { to, by, now: muchLater }))
        .map((by) => `${by} ${to}`),
    );
  for (const status of ['rejected', 'cancelled', 'expired', 'completed'] as const)
    expect(ways(status)).toEqual([]);
  const mayDispute = (seconds: number, isDecided = false) =>
    mayMove(
      { ...facts, status: 'completed', completedAt: START, isDecided },
      { to: 'disputed', by: 'buyer', now: secondsAfter(START, seconds) },
    );
  expect([mayDispute(DAY - 1), mayDispute(DAY), mayDispute(1, true)]).toEqual([
    ...[true, false, false],
  ]);
  const mayCancel = (changes: Partial<OrderFacts>) =>
    mayMove(
      { ...facts, status: 'disputed', paymentStatus: 'paid', ...changes },
      { to: 'cancelled', by: 'operator', now: START },
    );
  expect([mayCancel({}), mayCancel({ paymentMethod: 'Cash on delivery' })]).toEqual([
    ...[true, false],
  ]);
});
