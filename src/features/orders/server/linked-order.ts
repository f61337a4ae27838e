/*
 * The order of the link in a mail that asks for a payment. Whoever has the mail may pay, also
 * without a login. The link shows goods and sums, and no address and no number.
 */

import { PAYMENT_LINK_SECONDS } from '#features/orders/rules/limits.ts';
import type { LinkedOrder } from '#features/orders/rules/payment.ts';
import { AppError } from '#platform/server/app-error.ts';
import { isLinkValid, type LinkSigning, signedOnce } from '#platform/server/signed-links.ts';
import type { Call } from '#platform/server/trpc/context.ts';
import { getBuyerOrder } from './list-orders.ts';
import { findOrderContacts } from './orders/read-queries.ts';
import { requestPayment } from './request-payment.ts';

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
