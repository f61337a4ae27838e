import type { OfferRow } from '#features/orders/server/queries.ts';
import { lineTotalCents, shillingsOf } from '#platform/rules/money.ts';

/**
 * An offer as both sides see it, with its product's name, unit and weight at the time of the offer.
 * Money is in KES. An offer past its expiry is shown as expired, even before the offer clock has
 * ended it.
 */
export function readOffer(row: OfferRow, now: Date) {
  return {
    id: row.id,
    conversationId: row.conversationId,
    productName: row.productName,
    status: row.status === 'open' && row.expiresAt <= now ? ('expired' as const) : row.status,
    quantity: row.quantity,
    unit: row.unit,
    netWeightKg: row.netWeightKg,
    price: shillingsOf(row.priceCents),
    total: shillingsOf(lineTotalCents(row.priceCents, row.quantity)),
    by: row.by,
    expiresAt: row.expiresAt,
    heldUntil: row.status === 'accepted' ? row.heldUntil : null,
    orderId: row.orderId,
  };
}

export type PriceOffer = ReturnType<typeof readOffer>;
