import type { Market } from '#tests/setup/market.ts';
import { makeTalk } from './conversations.ts';
import { productForm } from './products.ts';
import { booksOf } from './trade.ts';

export async function makeDealing(market: Market) {
  const talk = await makeTalk(market, { quantity: 100, price: 50 });
  const { asBuyer, asFarmer, conversationId, kale } = talk;
  const make = (
    by = asBuyer,
    offer: { quantity?: number; price?: number; validDays?: number; validHours?: number } = {},
  ) => by.offers.make({ conversationId, quantity: 12, price: 40, ...offer });
  return {
    ...talk,
    books: () => booksOf(market, kale.id),
    make,
    agree: async () => asFarmer.offers.accept({ offerId: (await make()).id }),
    edit: (change = {}) =>
      asFarmer.farmer.products.edit({
        ...productForm({ quantity: 100, price: 50 }),
        ...change,
        productId: kale.id,
      }),
    offerNow: async () =>
      (await asBuyer.conversations.get({ conversationId })).messages.find(({ offer }) => offer)
        ?.offer,
  };
}

export type Dealing = Awaited<ReturnType<typeof makeDealing>>;
