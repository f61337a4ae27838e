import { prune } from '#app/features.ts';
import { DAY_SECONDS } from '#rules/limits.ts';
import { STANDING_DAYS_KEPT_SECONDS } from '#standing-orders/rules.ts';
import { standingOrderDays } from '#standing-orders/server/tables.ts';
import {
  advance,
  buyer,
  call,
  caller,
  db,
  freshKey,
  givenTrade,
  now,
  product,
  START,
} from '#tests/setup/in-market.ts';

const PATH = '/api/buyer/standing-orders';

givenTrade({ buyer: { phoneVerifiedAt: START }, goods: { price: 45.5 } });
const form = () => ({
  weekdays: [2, 5],
  lines: [{ productId: product.id, quantity: 2.5, ceiling: 50.25 }],
  whenMissing: 'ask',
  fulfilment: 'collection',
  paymentMethod: 'Cash on delivery',
});
const send = (path: string, body?: unknown, options = {}) =>
  call(`${PATH}${path}`, body, { ...buyer, ...options });
const listOf = ({ body }: Awaited<ReturnType<typeof send>>) =>
  body.standingOrders as { id: number }[];

test('standing orders over REST are created with amounts in KES, listed, skipped, paused, resumed and ended', async () => {
  const created = await send('', form());
  expect(created.status).toBe(201);
  const [order] = listOf(created);
  expect(order).toMatchObject({
    lines: [{ productId: product.id, quantity: 2.5, unit: 'kg', ceiling: 50.25 }],
    next: { day: '2026-03-03', isProposed: false, total: 114 },
  });
  const id = order?.id ?? 0;
  expect((await send('')).body).toMatchObject({ success: true, nextCursor: null });
  const skipped = await send(`/${id}/skip`, { day: '2026-03-03' });
  expect(listOf(skipped)).toMatchObject([{ next: { day: '2026-03-06' } }]);
  const paused = await send(`/${id}/pause`, {});
  expect(listOf(paused)).toMatchObject([{ isPaused: true, next: null }]);
  const resumed = await send(`/${id}/resume`, {});
  expect(listOf(resumed)).toMatchObject([{ isPaused: false, next: { day: '2026-03-03' } }]);
  const ended = await send(`/${id}`, undefined, { method: 'DELETE' });
  expect([ended.status, listOf(ended)]).toEqual([200, []]);
});

test('standing orders over REST are created once for one Idempotency-Key', async () => {
  const headers = { 'idempotency-key': freshKey() };
  await send('', form(), { headers });
  expect(listOf(await send('', form(), { headers }))).toHaveLength(1);
});

test('standing orders over REST are in the data export, and days are pruned when they are old', async () => {
  await send('', form());
  const { id } = listOf(await send(''))[0] ?? { id: 0 };
  await send(`/${id}/skip`, {});
  const exported = await caller(buyer).auth.exportData();
  expect(exported).toMatchObject({
    standingOrders: [{ id, weekdays: [2, 5], nextDay: '2026-03-06', whenMissing: 'ask' }],
    standingOrderLines: [{ standingOrderId: id, quantity: 2.5, ceilingCents: 5025 }],
    standingOrderDays: [{ standingOrderId: id, day: '2026-03-03', status: 'skipped' }],
  });
  const countDays = () => db.$count(standingOrderDays);
  advance(STANDING_DAYS_KEPT_SECONDS);
  await prune(db, now());
  expect(await countDays()).toBe(1);
  advance(2 * DAY_SECONDS);
  await prune(db, now());
  expect(await countDays()).toBe(0);
});
