import { DEFAULT_FARM_NAME } from '#farms/rules/farm-texts.ts';
import { wantsMail } from '#notifications/server/inbox.ts';
import { PAYMENT_LINK_SECONDS } from '#orders/rules/limits.ts';
import { autoCancelsAt, autoCompletesAt } from '#orders/rules/order-clock.ts';
import type { LinkedOrder } from '#orders/rules/payment.ts';
import { unpaidCents } from '#orders/rules/settlement.ts';
import { cancellableUntil, notCollectedDisputableUntil } from '#orders/rules/transitions.ts';
import { type OrderChanged, orderLink } from '#orders/server/orders/notify-order-events.ts';
import {
  type OrderLetter,
  orderLetter,
  orderReviewedLetter,
} from '#orders/server/orders/order-letter.ts';
import {
  findOrderContacts,
  listOrderLines,
  listReasons,
  type OrderLineRead,
} from '#orders/server/orders/read-queries.ts';
import { listReceived } from '#orders/server/payments/statements/payment-queries.ts';
import { findReviewNotice } from '#orders/server/reviews/queries.ts';
import { asWeighed } from '#orders/server/settlement/weighed-order.ts';
import { figureText } from '#platform/rules/decimal.ts';
import { intlLocale, type Language } from '#platform/rules/language.ts';
import { NOTICE_VALIDITY_SECONDS } from '#platform/rules/limits.ts';
import { amountText, shillingsOf } from '#platform/rules/money.ts';
import type { Mailer } from '#platform/server/adapters/mailer.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Support } from '#platform/server/config.ts';
import type { Database } from '#platform/server/db/database.ts';
import { isLinkValid, type LinkSigning, signedOnce } from '#platform/server/hashes.ts';
import { letters, outboxKind } from '#platform/server/outbox.ts';
import type { Call, Services } from '#platform/server/trpc/context.ts';
import { unitText } from '#products/rules/product-texts.ts';
import { m } from '#text';
import { getBuyerOrder } from './list-orders.ts';
import { orderNotices, reviewNotice } from './notices.ts';
import { requestPayment } from './request-payment.ts';

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
    paymentMethod: order.paymentMethod,
    paymentStatus: order.paymentStatus,
    fulfilment: order.fulfilment,
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
const lessOfText = (lines: OrderLineRead[], language: Language): string =>
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

export const orderReviewed = outboxKind<{ orderId: number }>({
  kind: 'orderReviewed',
  lane: letters,
  validSeconds: NOTICE_VALIDITY_SECONDS,
});

export async function sendOrderReviewed(
  db: Database,
  { orderId }: { orderId: number },
  { mailer, support }: { mailer: Mailer; support: Support },
) {
  const notice = await findReviewNotice(db, orderId);
  if (
    !notice?.email ||
    !(await wantsMail(db, { userId: notice.userId, topic: reviewNotice.topic }))
  )
    return;
  await mailer.send(
    orderReviewedLetter({ ...notice, to: notice.email, supportEmail: support.email }),
  );
}

/*
 * The order of the link in a mail that asks for a payment. Whoever has the mail may pay, also
 * without a login. The link shows goods and sums, and no address and no number.
 */

/** The query that a link to an order needs. */
export const paymentLinkQuery = (orderId: number, signing: LinkSigning): string =>
  signedOnce(
    { purpose: 'order payment', id: orderId, validSeconds: PAYMENT_LINK_SECONDS },
    signing,
  );

/** @throws AppError NOT_FOUND for a link that is forged or has expired, and without a buyer */
export async function getLinkedOrder(call: Call, link: LinkedOrder) {
  const order = await getBuyerOrder({ ...call, user: await buyerOf(call, link) }, link);
  const { id, status, paymentStatus, farmName, county, toPay, deliveryFee, total } = order;
  return {
    ...{ id, status, paymentStatus, farmName, county, toPay, deliveryFee, total },
    isPayable: order.steps.includes('pay'),
    lines: order.lines.map(({ name, unit, netWeightKg, quantity, total: cost, ...line }) => {
      const { orderedQuantity, weighedQuantity } = line;
      return { name, unit, netWeightKg, quantity, orderedQuantity, weighedQuantity, total: cost };
    }),
    /** Why the last request failed; null if it did not. */
    failure:
      order.payment?.status === 'failed'
        ? { resultCode: order.payment.resultCode, resultText: order.payment.resultText }
        : null,
  };
}

/** @throws AppError NOT_FOUND as getLinkedOrder does, and as requestPayment does */
export async function payLinkedOrder(
  call: Call,
  { phoneNumber, ...link }: LinkedOrder & { phoneNumber: string },
) {
  const { orderId } = link;
  await requestPayment({ ...call, user: await buyerOf(call, link) }, { orderId, phoneNumber });
  return getLinkedOrder(call, link);
}

async function buyerOf({ db, clock, secret }: Call, { orderId, until, signature }: LinkedOrder) {
  const link = { id: orderId, until, signature };
  const isValid = isLinkValid('order payment', link, { secret, now: clock() });
  const found = isValid ? await findOrderContacts(db, orderId) : null;
  if (!found?.buyerId) throw new AppError('NOT_FOUND');
  return { id: found.buyerId };
}
