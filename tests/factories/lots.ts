import type { AskForLot } from '#lots/rules/lot-input.ts';
import { runLotClock } from '#lots/server/manage-lots.ts';
import type { Market } from '#tests/setup/market.ts';
import { makeFarm } from './farms.ts';
import { makeProduct } from './products.ts';
import { callerOf } from './standing.ts';
import { makeProvenBuyer, nearPlace } from './trade.ts';

export const lotForm = (overrides: Partial<AskForLot> = {}): AskForLot => ({
  crop: 'maize',
  unit: 'kg',
  netWeightKg: null,
  quantity: 1000,
  leastQuantity: 300,
  smallestShare: 50,
  price: 42,
  quality: 'Dry',
  day: '2026-03-04',
  place: 'Nakuru',
  closesAt: '2026-03-03T12:00:00Z',
  points: [{ name: 'Njoro market', ...nearPlace, fromHour: 6, untilHour: 9 }],
  repeatsWeekly: false,
  ...overrides,
});

export async function makeLotFarm(market: Market, quantity = 400) {
  const farm = await makeFarm(market);
  const maize = { name: 'Maize', crop: 'maize', category: 'Cereals', quantity, price: 50 } as const;
  const product = await makeProduct(market, farm, maize);
  const caller = await callerOf(market, farm);
  return { farm, product, caller, lots: caller.farmer.lots };
}

export async function makeLot(market: Market, overrides: Partial<AskForLot> = {}) {
  const buyer = await makeProvenBuyer(market);
  const caller = await callerOf(market, buyer);
  const { lots, orders } = caller.buyer;
  const lot = await lots.ask(lotForm(overrides));
  const own = { lotId: lot.id };
  return {
    ...own,
    buyer,
    caller,
    orders,
    read: () => lots.get(own),
    take: () => lots.take({ ...own, paymentMethod: 'Cash on delivery' }),
    letGo: () => lots.letGo(own),
    extend: (closesAt: string) => lots.extend({ ...own, closesAt }),
    close: () => runLotsAt(market, '2026-03-03T12:00:00Z'),
  };
}

export async function runLotsAt(market: Market, moment: string) {
  market.advance((Date.parse(moment) - market.services.clock().getTime()) / 1000);
  await runLotClock(market.db, market.services);
}

export const runLots = (market: Market) => runLotClock(market.db, market.services);
