import { SMS_PHONE_MAX } from '#features/accounts/rules/sms-texts.ts';
import type { NoticeFacts, NoticeKind } from '#features/notifications/rules/notice.ts';
import type { SmsNotice } from '#features/notifications/server/sms-notice.ts';
import { PENDING_ORDER_SECONDS } from '#features/orders/rules/limits.ts';
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
  // A cast, because insertNotices wrote the notice, and its types pair kind and facts.
  const kind = notice.kind as NoticeKind;
  if (kind === 'message')
    return say(language, 'message', {
      product: shortName((notice.facts as NoticeFacts['message']).product),
    });
  const { orderId } = notice.facts as { orderId: number };
  if (role === 'buyer') return writeToBuyer(db, { kind, orderId, about }, services);
  const order = await getFarmerOrder(db, { orderId, farmerId: userId }, services);
  const total = shortAmount(order.amount);
  const name = shortName(order.buyerName ?? '');
  switch (kind) {
    case 'orderPending':
      return order.status === 'pending' ? writeNewOrder(order, about) : null;
    case 'orderPaid':
      if (order.status !== 'confirmed') return null;
      return say(language, 'orderPaid', {
        id: orderId,
        total,
        name,
        next: say(language, nextStep(order), { id: orderId }),
      });
    case 'orderDisputed':
      if (order.status !== 'disputed') return null;
      return say(language, 'orderDisputed', {
        id: orderId,
        reason: shortGoods(order.reason ?? ''),
        phone: cutToGsm7(services.support.phone, SMS_PHONE_MAX),
      });
    case 'payoutPaid': {
      const amount = shortAmount(
        shillingsOf((notice.facts as NoticeFacts['payoutPaid']).amountCents),
      );
      return say(language, 'payout', {
        id: orderId,
        amount,
        receipt: toGsm7(order.payout?.receipt ?? '-'),
      });
    }
    case 'orderCancellationReminder':
      if (order.status !== 'dispatched' || !order.cancelsAt) return null;
      return say(language, 'cancelReminder', {
        id: orderId,
        until: momentText(order.cancelsAt, about),
      });
    default:
      return writeEndingToFarmer(kind, order, language);
  }
}

type ToBuyer = { kind: NoticeKind; orderId: number; about: About };

async function writeToBuyer(
  db: Database,
  { kind, orderId, about }: ToBuyer,
  services: Needs,
): Promise<string | null> {
  const { language, userId: buyerId } = about;
  const order = await getBuyerOrder(db, { orderId, buyerId }, services);
  if (kind !== 'orderReminder' && kind !== 'orderCancellationReminder')
    return writeEndingToBuyer(kind, order, about);
  const { status, completesAt, cancelsAt } = order;
  const until = kind === 'orderReminder' ? completesAt : cancelsAt;
  if (status !== 'dispatched' || !until) return null;
  return say(language, kind === 'orderReminder' ? 'reminder' : 'cancelReminder', {
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
