import { lineTotalCents, shillingsOf } from '#platform/rules/money.ts';
import type { OfferRow } from './queries.ts';

/**
 * An offer as both sides read it, with the name, unit and weight that its product had when it was
 * made. Money in KES; one whose time is over is expired, also before the clock has come by.
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
