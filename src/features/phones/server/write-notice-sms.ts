import { SMS_PHONE_MAX } from '#features/accounts/rules/sms-texts.ts';
import type { SmsNotice } from '#features/notifications/server/sms-notice.ts';
import { PENDING_ORDER_SECONDS } from '#features/orders/rules/limits.ts';
import {
  countOthers,
  orderNotices,
  type Payout,
  payoutNotice,
} from '#features/orders/rules/notices.ts';
import {
  isCompleted,
  isDisputed,
  isOnTheWay,
  isToAnswer,
  isToSend,
  type OrderNews,
  orderNews,
} from '#features/orders/rules/order-facts.ts';
import { getBuyerOrder, getFarmerOrder } from '#features/orders/server/list-orders.ts';
import { nextTextAfterAccepting } from '#features/phones/rules/order-texts.ts';
import { SMS_PAYOUTS_MAX } from '#features/phones/rules/sms-texts.ts';
import { stillThereNotice } from '#features/products/rules/notices.ts';
import { type ProposedFacts, proposedNotice } from '#features/standing-orders/rules/notices.ts';
import type { Language } from '#platform/rules/language.ts';
import { shillingsOf } from '#platform/rules/money.ts';
import { cutToGsm7, measureSms, SMS_CHARACTERS, toGsm7 } from '#platform/rules/text/gsm7.ts';
import { warningOf } from '#platform/rules/text/message-warning.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Support } from '#platform/server/config.ts';
import type { Database } from '#platform/server/db/database.ts';
import { goodsOf, termsOf } from './order-lines.ts';
import { fitParts, momentText, say, shortAmount, shortGoods, shortName } from './say.ts';
import { writeProposal } from './standing-by-phone.ts';
import { writeEndingToBuyer, writeEndingToFarmer } from './write-ending-sms.ts';
import { writeStepToBuyer } from './write-step-sms.ts';
import { writeStillThereSms } from './write-still-there-sms.ts';

type Needs = { clock: Clock; secret: string; support: Support };
type About = { userId: number; language: Language; now: Date };

/**
 * Writes the SMS about a notice from the current state of its order or products; null if that has
 * moved on, or this side gets no SMS of the kind.
 */
export async function writeNoticeSms(
  db: Database,
  notice: SmsNotice,
  services: Needs,
): Promise<string | null> {
  const { userId, language, role } = notice;
  if (notice.kind === stillThereNotice.name) return writeStillThereSms(db, notice, services);
  const about = { userId, language, now: services.clock() };
  // Casts, because `notify` wrote the notice, and its types pair kind and facts.
  if (notice.kind === proposedNotice.name)
    return writeProposal(db, notice.facts as ProposedFacts, { language, services });
  const payout = notice.facts as Payout;
  const { orderId } = payout;
  const news = orderNews.find((one) => orderNotices[one].name === notice.kind);
  if (role === 'buyer') return news ? writeToBuyer(db, { news, orderId, about }, services) : null;
  const order = await getFarmerOrder({ ...services, db, user: { id: userId } }, { orderId });
  if (notice.kind === payoutNotice.name)
    return writePayout(payout, { language, receipt: toGsm7(order.payout?.receipt ?? '-') });
  switch (news) {
    case undefined:
      return null;
    case 'pending':
      // A paid deposit has its own news.
      if (!isToAnswer(order.status) || order.depositPaidAt) return null;
      return order.harvestBy === null
        ? writeNewOrder(order, about)
        : writeNewPreOrder(order, about);
    case 'depositPaid':
      return isToAnswer(order.status) ? writeDepositPaid(order, about) : null;
    case 'paid':
      if (!isToSend(order.status)) return null;
      return writePaid(order, about);
    case 'differencePaid':
      if (!isOnTheWay(order.status) || order.difference?.status !== 'paid') return null;
      return say(language, 'differencePaid', {
        id: orderId,
        name: shortName(order.buyerName ?? ''),
        total: shortAmount(order.amount),
      });
    case 'disputed':
      if (!isDisputed(order.status)) return null;
      return say(language, 'orderDisputed', {
        id: orderId,
        reason: isHarmless(order.reason) ? shortGoods(order.reason) : goodsOf(order, language),
        phone: cutToGsm7(services.support.phone, SMS_PHONE_MAX),
      });
    case 'completed':
      if (!isCompleted(order.status)) return null;
      return say(language, 'completed', { id: orderId, total: shortAmount(order.amount) });
    case 'cancellationReminder':
      if (!isOnTheWay(order.status) || !order.cancelsAt) return null;
      return say(language, 'cancelReminder', {
        id: orderId,
        until: momentText(order.cancelsAt, about),
      });
    default:
      return writeEndingToFarmer(news, order, language);
  }
}

/** A stranger's words that a conversation would warn of would pass for ours in an SMS. */
const isHarmless = (words: string | null): words is string =>
  words !== null && warningOf(words) === null;

/** Names all the orders that a sum is for, or as many as fit and the number of the rest. */
function writePayout(
  payout: Payout,
  { language, receipt }: { language: Language; receipt: string },
): string {
  const { orderId, amountCents, otherOrders } = payout;
  const values = { amount: shortAmount(shillingsOf(amountCents)), receipt };
  const others = countOthers(payout);
  if (others === 0) return say(language, 'payout', { id: orderId, ...values });
  const ids = [orderId, ...(typeof otherOrders === 'object' ? otherOrders : [])];
  const { text, count } = fitParts(ids.map(String), { joint: ', ', characters: SMS_PAYOUTS_MAX });
  const left = 1 + others - count;
  const list = left > 0 ? say(language, 'andMore', { list: text, count: left }) : text;
  return say(language, 'payouts', { list, ...values });
}

type ToBuyer = { news: OrderNews; orderId: number; about: About };

async function writeToBuyer(
  db: Database,
  { news, orderId, about }: ToBuyer,
  services: Needs,
): Promise<string | null> {
  const { language, userId: buyerId } = about;
  const order = await getBuyerOrder({ ...services, db, user: { id: buyerId } }, { orderId });
  if (news !== 'reminder' && news !== 'cancellationReminder')
    return (
      writeStepToBuyer(news, order, { ...about, support: services.support }) ??
      writeEndingToBuyer(news, order, about)
    );
  const { status, completesAt, cancelsAt } = order;
  const until = news === 'reminder' ? completesAt : cancelsAt;
  if (!isOnTheWay(status) || !until) return null;
  return say(language, news === 'reminder' ? 'reminder' : 'cancelReminder', {
    id: orderId,
    until: momentText(until, about),
  });
}

type FarmersOrder = Awaited<ReturnType<typeof getFarmerOrder>>;

function writeNewOrder(order: FarmersOrder, about: About): string {
  const { language } = about;
  const until = momentText(new Date(order.date.getTime() + PENDING_ORDER_SECONDS * 1000), about);
  const { payment, ...terms } = termsOf(order, about);
  return withFacts(
    (facts) => say(language, 'newOrder', { id: order.id, facts, until }),
    [
      { fact: shortName(order.buyerName ?? ''), importance: 4 },
      { fact: goodsOf(order, language), importance: 1 },
      { fact: `KES ${shortAmount(order.amount)} ${payment}`, importance: 1 },
      { fact: terms.place, importance: 2 },
      { fact: terms.time, importance: 3 },
      { fact: isHarmless(order.note) ? toGsm7(order.note) : '', importance: 5 },
    ],
  );
}

/** A pre-order waits for the harvest, so it needs no answer. */
function writeNewPreOrder(order: FarmersOrder, { language }: About): string {
  return withFacts(
    (facts) => say(language, 'newPreOrder', { id: order.id, facts }),
    [
      { fact: shortName(order.buyerName ?? ''), importance: 2 },
      { fact: goodsOf(order, language), importance: 1 },
      { fact: `KES ${shortAmount(order.amount)}`, importance: 1 },
    ],
  );
}

const writeDepositPaid = (order: FarmersOrder, { language }: About): string =>
  say(language, 'depositPaid', {
    id: order.id,
    name: shortName(order.buyerName ?? ''),
    deposit: shortAmount(order.deposit),
    goods: goodsOf(order, language),
  });

function writePaid(order: FarmersOrder, about: About): string {
  const { language } = about;
  const { id } = order;
  const total = shortAmount(order.amount);
  const next = say(language, nextTextAfterAccepting(order), { id });
  const { place, time } = termsOf(order, about);
  return withFacts(
    (facts) => say(language, 'orderPaid', { id, total, facts, next }),
    [
      { fact: shortName(order.buyerName ?? ''), importance: 1 },
      { fact: place, importance: 2 },
      { fact: time, importance: 3 },
    ],
  );
}

/** 1 is told first. */
type Fact = { fact: string; importance: number };

/** A text with as many facts as fit into one SMS, in their order. */
function withFacts(text: (facts: string) => string, facts: readonly Fact[]): string {
  const told = new Set<Fact>();
  const write = () =>
    text(
      facts
        .filter((one) => told.has(one))
        .map(({ fact }) => fact)
        .join(', '),
    );
  const known = facts.filter(({ fact }) => fact !== '');
  for (const one of known.toSorted((a, b) => a.importance - b.importance)) {
    told.add(one);
    if (measureSms(write()).characters > SMS_CHARACTERS) told.delete(one);
  }
  return write();
}
