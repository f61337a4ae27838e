import type { Market } from '#tests/setup/market.ts';
import { makeFarm } from './farms.ts';
import { makeProduct } from './products.ts';
import { makeSession } from './sessions.ts';
import { makeTestBuyer } from './trade.ts';

export async function makeTalk(market: Market, { quantity = 120, price = 50 } = {}) {
  const buyer = await makeTestBuyer(market);
  const farm = await makeFarm(market);
  const kale = await makeProduct(market, farm, { quantity, price });
  const asBuyer = market.caller({ token: buyer.token });
  const asFarmer = market.caller({ token: farm.token });
  const { id } = await asBuyer.conversations.start({
    productId: kale.id,
    text: 'Is it still good?',
  });
  const again = async (person: { id: number }) =>
    market.caller({ token: await makeSession(market, person) });
  return {
    buyer,
    farm,
    kale,
    asBuyer,
    asFarmer,
    conversationId: id,
    buyerAgain: () => again(buyer),
    farmerAgain: () => again(farm),
  };
}

export type Talk = Awaited<ReturnType<typeof makeTalk>>;
