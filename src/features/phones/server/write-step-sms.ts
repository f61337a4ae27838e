import { SMS_PHONE_MAX } from '#features/accounts/rules/sms-texts.ts';
import { isOnTheWay, isToSend, type OrderNews } from '#features/orders/rules/order-facts.ts';
import type { getBuyerOrder } from '#features/orders/server/list-orders.ts';
import type { Language } from '#platform/rules/language.ts';
import { cutToGsm7 } from '#platform/rules/text/gsm7.ts';
import type { Support } from '#platform/server/config.ts';
import { goodsOf } from './order-lines.ts';
import { momentText, say, shortAmount, shortName } from './say.ts';
import { farmOf } from './write-ending-sms.ts';

type BuyersOrder = Awaited<ReturnType<typeof getBuyerOrder>>;
type Reader = { language: Language; support: Support; now: Date };

/** The SMS to a buyer about a step of an order; null for other news, and if it has moved on. */
export function writeStepToBuyer(
  news: OrderNews,
  order: BuyersOrder,
  reader: Reader,
): string | null {
  const { language, support } = reader;
  const { id, status, paymentStatus, fulfilment } = order;
  const values = { id, goods: goodsOf(order, language), farm: shortName(farmOf(order, language)) };
  if (news === 'refunded')
    return paymentStatus === 'refunded'
      ? say(language, 'refunded', { id, total: shortAmount(order.total) })
      : null;
  if (news === 'weighed') return isOnTheWay(status) ? sayWeighed(order, language) : null;
  if (news === 'shortened') return isToSend(status) ? sayShortened(order, reader) : null;
  if (news !== status) return null;
  switch (news) {
    case 'confirmed':
      return order.deposit > 0 && order.toPay > 0
        ? say(language, 'harvestedToPay', { ...values, rest: shortAmount(order.toPay) })
        : say(language, acceptedText(order), values);
    case 'dispatched':
      return say(language, fulfilment === 'collection' ? 'readyToBuyer' : 'sentToBuyer', values);
    case 'completed':
      return say(language, 'completedToBuyer', {
        ...values,
        phone: cutToGsm7(support.phone, SMS_PHONE_MAX),
      });
    default:
      return null;
  }
}

function acceptedText(order: BuyersOrder) {
  const isPart = order.lines.some(({ orderedQuantity }) => orderedQuantity !== null);
  if (order.toPay > 0) return isPart ? 'acceptedPartToPay' : 'acceptedToPay';
  return isPart ? 'acceptedPart' : 'acceptedToBuyer';
}

/** The weight, and the news that the code has changed. The buyer may pay for more, or leave it. */
export function sayWeighed(order: BuyersOrder, language: Language): string {
  const { id, total, difference } = order;
  const farm = shortName(farmOf(order, language));
  return difference?.status === 'open'
    ? say(language, 'weighedMoreToBuyer', { id, farm, more: shortAmount(difference.amount) })
    : say(language, 'weighedToBuyer', { id, farm, total: shortAmount(total) });
}

/** The farm has less than it accepted; null once it is too late to cancel. */
function sayShortened(order: BuyersOrder, { language, now }: Reader): string | null {
  const { id, total, cancellableUntil: until } = order;
  if (!until || until <= now) return null;
  return say(language, 'shortenedToBuyer', {
    id,
    goods: goodsOf(order, language),
    farm: shortName(farmOf(order, language)),
    total: shortAmount(total),
    until: momentText(until, { language, now }),
  });
}
