import { farmTitle } from '#features/farms/rules/farm-texts.ts';
import { isPaidBack } from '#features/orders/rules/order.ts';
import type { OrderNews, OrderStatus, ReturnedStatus } from '#features/orders/rules/order-facts.ts';
import type { getBuyerOrder, getFarmerOrder } from '#features/orders/server/list-orders.ts';
import type { Language } from '#platform/rules/language.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { goodsOf } from './order-lines.ts';
import { momentText, say, shortAmount, shortName } from './say.ts';

type FarmersOrder = Awaited<ReturnType<typeof getFarmerOrder>>;
type BuyersOrder = Awaited<ReturnType<typeof getBuyerOrder>>;
type Ending = ReturnedStatus;

/** The news of orders that ended without a sale, and the status that each of them is about. */
const endings: Partial<Record<OrderNews, Ending>> = {
  rejected: 'rejected',
  expired: 'expired',
  cancelled: 'cancelled',
  notCollected: 'cancelled',
};

/**
 * Null for all other news, and if the order has changed in the meantime because its buyer disputes
 * that it was not collected.
 */
function endingOf(news: OrderNews, status: OrderStatus): Ending | null {
  const ending = endings[news];
  return ending === status ? ending : null;
}

/** The SMS to a farmer about an order that ended without a sale. */
export function writeEndingToFarmer(
  news: OrderNews,
  order: FarmersOrder,
  language: Language,
): string | null {
  const { id, buyerName } = order;
  const name = shortName(buyerName ?? m.mailOrderSomeone({}, { locale: language }));
  switch (endingOf(news, order.status)) {
    case 'cancelled':
      return say(language, 'cancelledToFarmer', { id, goods: goodsOf(order, language), name });
    case 'expired':
      return say(language, order.deposit > 0 ? 'preOrderExpired' : 'expiredToFarmer', {
        id,
        goods: goodsOf(order, language),
        name,
      });
    // Rejecting is the farmer's own step.
    case 'rejected':
    case null:
      return null;
  }
}

/** The same for the buyer. */
export function writeEndingToBuyer(
  news: OrderNews,
  order: BuyersOrder,
  about: { language: Language; now: Date },
): string | null {
  const { language } = about;
  const { id, notCollectedDisputableUntil: until } = order;
  const farm = shortName(farmOf(order, language));
  const goods = goodsOf(order, language);
  const ending = endingOf(news, order.status);
  // Once the rest is paid too, the whole order is refunded.
  if (ending && order.depositPaidAt && !isPaidBack(order))
    return say(language, ending === 'rejected' ? 'rejectedWithDeposit' : 'depositBack', {
      id,
      farm,
      goods,
      deposit: shortAmount(order.deposit),
    });
  switch (ending) {
    case 'rejected':
      return say(language, 'rejectedToBuyer', { id, farm, goods });
    case 'expired':
      return order.deposit > 0
        ? say(language, 'preOrderExpired', { id, name: farm, goods })
        : say(language, 'expiredToBuyer', { id, farm });
    case 'cancelled': {
      if (until)
        return say(language, 'notCollectedToBuyer', { id, farm, until: momentText(until, about) });
      return say(language, isPaidBack(order) ? 'refundToBuyer' : 'cancelledToBuyer', {
        id,
        farm,
        goods,
      });
    }
    case null:
      return null;
  }
}

export function farmOf({ farmName, county }: BuyersOrder, language: Language): string {
  if (farmName === null || county === null) return m.mailOrderSomeone({}, { locale: language });
  return farmTitle({ farmName, county }, { locale: language });
}
