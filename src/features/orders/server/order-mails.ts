import { DEFAULT_FARM_NAME } from '#farms/rules/farm-texts.ts';
import { wantsMail } from '#notifications/server/inbox.ts';
import { unitText } from '#products/rules/product-texts.ts';
import { amountText, figureText, shillingsOf } from '#rules/amounts.ts';
import { intlLocale } from '#rules/language.ts';
import { warningOf } from '#rules/text/message-warning.ts';
import { writeLetter } from '#server/adapters/letter-layout.ts';
import { pick } from '#server/database.ts';
import { m } from '#text';
import { isPaidBack } from '../rules/order.ts';
import {
  autoCancelsAt,
  autoCompletesAt,
  type Fulfilment,
  type OrderNews,
  type PaymentMethod,
  type PaymentStatus,
} from '../rules/order-facts.ts';
import { unpaidCents } from '../rules/settlement.ts';
import { cancellableUntil, notCollectedDisputableUntil } from '../rules/transitions.ts';
import { type MailText, orderNotices, reviewNotice } from './notices.ts';
import { type OrderChanged, orderLink } from './orders/order-events.ts';
import {
  findOrderContacts,
  listOrderLines,
  listReasons,
  type OrderLineRead,
} from './orders/read-queries.ts';
import { listReceived } from './payments/statements/payment-queries.ts';
import { paymentLinkQuery } from './request-payment.ts';
import { asWeighed } from './settlement/weighed-order.ts';

/** Sends nothing to deleted accounts or people without such mails. */
export async function sendOrderLetter(
  db: Database,
  { orderId, recipient, about }: OrderChanged,
  { mailer, support, publicUrl, clock, secret }: Services,
) {
  const [found, [reason], lines, received] = await Promise.all([
    findOrderContacts(db, orderId),
    about === 'pending' ? [] : listReasons(db, [orderId]),
    listOrderLines(db, [orderId]),
    listReceived(db, [orderId]),
  ]);
  const order = found && asWeighed(found, lines, received.get(orderId) ?? 0).order;
  const userId = recipient === 'buyer' ? order?.buyerId : order?.farmerId;
  const to = recipient === 'buyer' ? order?.buyerEmail : order?.farmerEmail;
  if (!order || !userId || !to) return;
  if (!(await wantsMail(db, { userId, topic: orderNotices[about].topic }))) return;
  const language = (recipient === 'buyer' ? order.buyerLanguage : order.farmerLanguage) ?? 'en';
  const buyerName = order.buyerFirstName && `${order.buyerFirstName} ${order.buyerLastName}`;
  const farmName =
    order.farmName === DEFAULT_FARM_NAME
      ? `${order.farmerFirstName} ${order.farmerLastName}`
      : order.farmName;
  const moment =
    notCollectedDisputableUntil(order) ??
    autoCancelsAt(order) ??
    autoCompletesAt(order) ??
    cancellableUntil(order);
  // The mail may be read on another device, so the link needs no login.
  const isToPay =
    recipient === 'buyer' &&
    about === 'confirmed' &&
    order.paymentMethod === 'M-Pesa' &&
    order.paymentStatus !== 'paid';
  const signed = isToPay ? paymentLinkQuery(orderId, { secret, now: clock() }) : '';
  const letter = orderLetter({
    to,
    language,
    recipient,
    about,
    id: orderId,
    supportEmail: support.email,
    ...pick(order, 'paymentMethod paymentStatus fulfilment'),
    firstName: recipient === 'buyer' ? order.buyerFirstName : order.farmerFirstName,
    name:
      (recipient === 'buyer' ? farmName : buyerName) ??
      m.mailOrderSomeone({}, { locale: language }),
    products: lines.map(({ name }) => name).join(', '),
    total: amountText(shillingsOf(order.totalCents)),
    deposit: readDeposit(order),
    reason: reason?.reason ?? null,
    lessOf: lessOfText(lines, language),
    moment: moment ? momentInNairobi(moment, language) : '',
    url: `${publicUrl}${orderLink(orderId, recipient)}${signed}`,
  });
  if (letter) await mailer.send(letter);
}

type Order = NonNullable<Awaited<ReturnType<typeof findOrderContacts>>>;

function readDeposit(order: Order): OrderLetter['deposit'] {
  if (order.depositCents === 0) return null;
  const inFigures = (cents: number) => amountText(shillingsOf(cents));
  return {
    amount: inFigures(order.depositCents),
    rest: inFigures(unpaidCents(order)),
    isPaid: order.depositPaidAt !== null,
  };
}

/** "38 of 50 kg Sukuma wiki, 0 of 3 trays Eggs"; empty if the farmer has everything. */
const lessOfText = (lines: OrderLineRead[], language: Language) =>
  lines
    .flatMap(({ name, unit, quantity, orderedQuantity }) =>
      orderedQuantity === null
        ? []
        : m.orderLessOf(
            {
              name,
              quantity: figureText(quantity),
              ordered: figureText(orderedQuantity),
              unit: unitText(orderedQuantity, unit, { locale: language }),
            },
            { locale: language },
          ),
    )
    .join(', ');

const momentInNairobi = (moment: Date, language: Language) =>
  new Intl.DateTimeFormat(intlLocale(language), {
    timeZone: 'Africa/Nairobi',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(moment);

export type OrderLetter = {
  to: string;
  language: Language;
  recipient: 'buyer' | 'farmer';
  about: OrderNews;
  id: number;
  firstName: string | null;
  name: string;
  products: string;
  total: string;
  deposit: { amount: string; rest: string; isPaid: boolean } | null;
  paymentMethod: PaymentMethod;
  paymentStatus: PaymentStatus;
  fulfilment: Fulfilment;
  reason: string | null;
  lessOf: string;
  /** When the clock acts, or the buyer's time to object or cancel ends. */
  moment: string;
  url: string;
  supportEmail: string;
};

const preOrderBodies: Record<'buyer' | 'farmer', Partial<Record<OrderNews, MailText>>> = {
  buyer: {
    confirmed: m.mailPreOrderConfirmedBuyer,
    rejected: m.mailPreOrderRejectedBuyer,
    expired: m.mailPreOrderExpiredBuyer,
    cancelled: m.mailOrderCancelledUnpaidBuyer,
  },
  farmer: { pending: m.mailPreOrderPendingFarmer, expired: m.mailPreOrderExpiredFarmer },
};

export function orderLetter({ reason, lessOf, url, ...letter }: OrderLetter) {
  const { about, language } = letter;
  const locale = { locale: language };
  const body = bodyOf(letter);
  if (!body) return null;
  const { id, name, products, total, moment, deposit } = letter;
  const isCollected = letter.fulfilment === 'collection';
  const amounts = { deposit: deposit?.amount ?? '', rest: deposit?.rest ?? '' };
  const values = { id, name, products, total, moment, ...amounts };
  const isExplained = ['rejected', 'cancelled', 'notCollected', 'disputed'].includes(about);
  return writeLetter({
    ...pick(letter, 'to supportEmail firstName'),
    language,
    subject: orderNotices[about].text({ orderId: id, isCollected }, locale),
    paragraphs: [
      body(values, locale),
      ...(lessOf && isAboutLess(about) ? [m.mailOrderLess({ lessOf, moment }, locale)] : []),
      ...(isDepositBack(letter) ? [m.mailDepositBack(amounts, locale)] : []),
      ...(reason && isExplained
        ? [toldOr(reason, m.mailOrderReason({ reason }, locale), locale)]
        : []),
      m.mailOrderLink({ url }, locale),
    ],
  });
}

/** In our letter, a stranger's suspicious words would pass for ours. */
const toldOr = (words: string, told: string, locale: { locale: Language }) =>
  warningOf(words) ? m.mailWordsInOrder({}, locale) : told;

const isAboutLess = (about: OrderNews) => about === 'confirmed' || about === 'shortened';

/** A paid order is refunded as a whole. */
const isDepositBack = ({
  recipient,
  about,
  deposit,
  paymentStatus,
}: Omit<OrderLetter, 'reason' | 'lessOf' | 'url'>) =>
  recipient === 'buyer' &&
  deposit?.isPaid === true &&
  !isPaidBack({ paymentStatus }) &&
  ['rejected', 'expired', 'cancelled'].includes(about);

function bodyOf({
  recipient,
  about,
  paymentMethod,
  paymentStatus,
  fulfilment,
  deposit,
}: Omit<OrderLetter, 'reason' | 'lessOf' | 'url'>) {
  const isRefunded = about === 'cancelled' && isPaidBack({ paymentStatus });
  const isCovered = about === 'confirmed' && paymentStatus === 'paid';
  const preOrderText = deposit && preOrderBodies[recipient][about];
  if (preOrderText && !isRefunded && !isCovered) return preOrderText;
  if (about === 'dispatched' && recipient === 'buyer' && fulfilment === 'collection')
    return m.mailOrderReadyBuyer;
  if (about === 'cancelled' && recipient === 'buyer' && !isPaidBack({ paymentStatus }))
    return m.mailOrderCancelledUnpaidBuyer;
  const isToPay =
    recipient === 'buyer' && about === 'confirmed' && paymentMethod === 'M-Pesa' && !isCovered;
  return isToPay ? m.mailOrderConfirmedPayBuyer : orderNotices[about].to[recipient]?.mail;
}

type OrderReviewedLetter = {
  to: string;
  language: Language;
  firstName: string;
  orderId: number;
  rating: number;
  text: string;
  supportEmail: string;
};

export function orderReviewedLetter({
  orderId,
  rating,
  text,
  language,
  ...letter
}: OrderReviewedLetter) {
  const locale = { locale: language };
  return writeLetter({
    ...letter,
    language,
    subject: reviewNotice.text({ orderId, rating }, locale),
    paragraphs: [
      ...(text ? [toldOr(text, `“${text}”`, locale)] : []),
      m.mailReviewedAnswer({}, locale),
    ],
  });
}
