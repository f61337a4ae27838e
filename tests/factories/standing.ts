import type { CreateStandingOrder } from '#standing-orders/rules.ts';
import { runStandingClock } from '#standing-orders/server/feature.ts';
import type { Market } from '#tests/setup/market.ts';
import { makeFarm } from './farms.ts';
import { makeProduct } from './products.ts';
import { makeSession } from './sessions.ts';
import { makeProvenBuyer } from './trade.ts';

const TUESDAY = 2;
const FRIDAY = 5;

function goTo(market: Market, moment: string) {
  const target = Date.parse(`${moment.replace(' ', 'T')}:00+03:00`);
  market.advance((target - market.services.clock().getTime()) / 1000);
}

export async function runAt(market: Market, moment: string) {
  goTo(market, moment);
  await runStandingClock(market.db, market.services);
}

export async function runTuesday(market: Market) {
  await runAt(market, '2026-03-02 18:00');
  await runAt(market, '2026-03-03 05:00');
}

export const callerOf = async (market: Market, user: { id: number }, clientAddress = '127.0.0.1') =>
  market.caller({ token: await makeSession(market, user, true), clientAddress });

type Lines = CreateStandingOrder['lines'];
type Overrides = Partial<CreateStandingOrder>;

export async function startStanding(
  market: Market,
  buyer: { id: number },
  ...[given, clientAddress]: [given: Overrides, clientAddress?: string]
) {
  const { buyer: procedures } = await callerOf(market, buyer, clientAddress);
  const answer = await procedures.standingOrders.create({
    weekdays: [TUESDAY, FRIDAY],
    fulfilment: 'collection',
    paymentMethod: 'Cash on delivery',
    lines: [],
    ...given,
  });
  const made = answer.standingOrders.at(-1);
  if (!made) throw new Error('No standing order was made');
  return made;
}

type Made = {
  goods?: Parameters<typeof makeProduct>[2];
  farm?: Parameters<typeof makeFarm>[1];
  line?: Partial<Lines[number]>;
};

export async function makeStanding(market: Market, given: Overrides = {}, made: Made = {}) {
  const buyer = await makeProvenBuyer(market);
  const farm = await makeFarm(market, made.farm);
  const kale = await makeProduct(market, farm, { quantity: 100, price: 50, ...made.goods });
  const lines = [{ productId: kale.id, quantity: 5, ceiling: 60, ...made.line }];
  const { id } = await startStanding(market, buyer, { lines, ...given });
  const asBuyer = () => callerOf(market, buyer);
  return {
    buyer,
    farm,
    kale,
    id,
    asBuyer,
    read: async () => {
      const { standingOrders } = await (await asBuyer()).buyer.standingOrders.list();
      const found = standingOrders.find((one) => one.id === id);
      if (!found) throw new Error('The standing order is not there');
      return found;
    },
    orders: async () => (await (await asBuyer()).buyer.orders.list({})).orders,
    notices: async () => (await (await asBuyer()).notifications.list({})).notifications,
  };
}
