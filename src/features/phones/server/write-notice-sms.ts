import { SMS_PHONE_MAX } from '#features/accounts/rules/sms-texts.ts';
import type { SmsNotice } from '#features/notifications/server/sms-notice.ts';
import { PENDING_ORDER_SECONDS } from '#features/orders/rules/limits.ts';
import { orderNotices, payoutNotice } from '#features/orders/rules/notices.ts';
import { type OrderNews, orderNews } from '#features/orders/rules/order-facts.ts';
import { getBuyerOrder, getFarmerOrder } from '#features/orders/server/list-orders.ts';
import type { Language } from '#platform/rules/language.ts';
import { shillingsOf } from '#platform/rules/money.ts';
import { cutToGsm7, measureSms, SMS_CHARACTERS, toGsm7 } from '#platform/rules/text/gsm7.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Support } from '#platform/server/config.ts';
import type { Database } from '#platform/server/db/database.ts';
import { goodsOf, nextStep } from './order-lines.ts';
import { momentText, say, shortAmount, shortGoods, shortName } from './say.ts';
import { writeEndingToBuyer, writeEndingToFarmer } from './write-ending-sms.ts';
import { writeStepToBuyer } from './write-step-sms.ts';

type Needs = { clock: Clock; secret: string; support: Support };
type About = { userId: number; language: Language; now: Date };

/**
 * Writes the SMS about a notice from the order's current state; null if the order has moved on, or
 * this side gets no SMS of the kind.
 */
export async function writeNoticeSms(
  db: Database,
  notice: SmsNotice,
  services: Needs,
): Promise<string | null> {
  const { userId, language, role } = notice;
  const about = { userId, language, now: services.clock() };
  // A cast, because `notify` wrote the notice, and its types pair kind and facts.
  const { orderId, amountCents = 0 } = notice.facts as { orderId: number; amountCents?: number };
  const news = orderNews.find((one) => orderNotices[one].name === notice.kind);
  if (role === 'buyer') return news ? writeToBuyer(db, { news, orderId, about }, services) : null;
  const order = await getFarmerOrder(db, { orderId, farmerId: userId }, services);
  const total = shortAmount(order.amount);
  const name = shortName(order.buyerName ?? '');
  if (notice.kind === payoutNotice.name)
    return say(language, 'payout', {
      id: orderId,
      amount: shortAmount(shillingsOf(amountCents)),
      receipt: toGsm7(order.payout?.receipt ?? '-'),
    });
  switch (news) {
    case undefined:
      return null;
    case 'pending':
      return order.status === 'pending' ? writeNewOrder(order, about) : null;
    case 'paid':
      if (order.status !== 'confirmed') return null;
      return say(language, 'orderPaid', {
        id: orderId,
        total,
        name,
        next: say(language, nextStep(order), { id: orderId }),
      });
    case 'disputed':
      if (order.status !== 'disputed') return null;
      return say(language, 'orderDisputed', {
        id: orderId,
        reason: shortGoods(order.reason ?? ''),
        phone: cutToGsm7(services.support.phone, SMS_PHONE_MAX),
      });
    case 'completed':
      return order.status === 'completed'
        ? say(language, 'completed', { id: orderId, total })
        : null;
    case 'cancellationReminder':
      if (order.status !== 'dispatched' || !order.cancelsAt) return null;
      return say(language, 'cancelReminder', {
        id: orderId,
        until: momentText(order.cancelsAt, about),
      });
    default:
      return writeEndingToFarmer(news, order, language);
  }
}

type ToBuyer = { news: OrderNews; orderId: number; about: About };

async function writeToBuyer(
  db: Database,
  { news, orderId, about }: ToBuyer,
  services: Needs,
): Promise<string | null> {
  const { language, userId: buyerId } = about;
  const order = await getBuyerOrder(db, { orderId, buyerId }, services);
  if (news !== 'reminder' && news !== 'cancellationReminder')
    return (
      writeStepToBuyer(news, order, { language, support: services.support }) ??
      writeEndingToBuyer(news, order, about)
    );
  const { status, completesAt, cancelsAt } = order;
  const until = news === 'reminder' ? completesAt : cancelsAt;
  if (status !== 'dispatched' || !until) return null;
  return say(language, news === 'reminder' ? 'reminder' : 'cancelReminder', {
    id: orderId,
    until: momentText(until, about),
  });
}

type FarmersOrder = Awaited<ReturnType<typeof getFarmerOrder>>;

/** The place is omitted if the SMS would be too long. */
function writeNewOrder(order: FarmersOrder, about: About): string {
  const { language } = about;
  const until = momentText(new Date(order.date.getTime() + PENDING_ORDER_SECONDS * 1000), about);
  const place =
    order.fulfilment === 'collection'
      ? say(language, 'collection', {})
      : shortName(order.deliveryArea?.split(',')[0] ?? '');
  const values = {
    id: order.id,
    name: shortName(order.buyerName ?? ''),
    goods: goodsOf(order, language),
    until,
  };
  const text = (where: string) =>
    say(language, 'newOrder', { ...values, total: shortAmount(order.amount), place: where });
  const room = SMS_CHARACTERS - measureSms(text('')).characters;
  return text(place.length <= room ? place : '').replace(', .', '.');
}
