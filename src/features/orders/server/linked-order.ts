/*
 * Anyone who has the mail may pay, also without a login. The link shows goods and sums, but no
 * address and no number (docs/decisions/0092).
 */

import { PAYMENT_LINK_SECONDS } from '#features/orders/rules/limits.ts';
import type { LinkedOrder } from '#features/orders/rules/payment.ts';
import { AppError } from '#platform/server/app-error.ts';
import { isLinkValid, type LinkSigning, signedOnce } from '#platform/server/signed-links.ts';
import type { Call } from '#platform/server/trpc/context.ts';
import { getBuyerOrder } from './list-orders.ts';
import { findOrderContacts } from './orders/read-queries.ts';
import { requestPayment } from './request-payment.ts';

export const paymentLinkQuery = (orderId: number, signing: LinkSigning): string =>
  signedOnce(
    { purpose: 'order payment', id: orderId, validSeconds: PAYMENT_LINK_SECONDS },
    signing,
  );

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
    failure:
      order.payment?.status === 'failed'
        ? { resultCode: order.payment.resultCode, resultText: order.payment.resultText }
        : null,
  };
}

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
