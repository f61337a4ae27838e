import type { Actor } from '#orders/rules/order-facts.ts';
import { lineCents } from '#orders/rules/settlement.ts';
import { finalQuantity, settleWeighing } from '#orders/rules/weighing.ts';
import { roundedToHundredths } from '#platform/rules/decimal.ts';
import type { Database } from '#platform/server/db/database.ts';
import { insertStockMovements } from '#products/server/stock-queries.ts';
import { insertOrderEvents, type OrderRow, updateOrder } from '../orders/queries.ts';
import { sumReceived } from '../payments/statements/payment-queries.ts';
import { type ChangeableLine, listChangeableLines, updateLine } from './refund-queries.ts';

/** Completing the order again after a dispute changes nothing. */
export async function finishWeighing(
  tx: Database,
  order: OrderRow,
  { by, now }: { by: Actor; now: Date },
): Promise<OrderRow> {
  if (order.weighing === 0) return order;
  const before = await listChangeableLines(tx, order.id);
  const { receivedCents } = await sumReceived(tx, order.id);
  const isAgreed = by === 'farmer' || by === 'buyer';
  const { takesMore, sums } = settleWeighing(order, before, { receivedCents, isAgreed });
  const changed = before
    .map((line) => ({ ...line, agreed: line.quantity, quantity: finalQuantity(line, takesMore) }))
    .filter(({ quantity, agreed }) => quantity !== agreed);
  if (changed.length === 0) return order;
  for (const { id, quantity, agreed, orderedQuantity, priceCents } of changed)
    await updateLine(tx, id, {
      quantity,
      orderedQuantity: orderedQuantity ?? agreed,
      totalCents: lineCents(priceCents, quantity),
    });
  await updateOrder(tx, order.id, sums);
  await insertStockMovements(
    tx,
    changed.flatMap((line) => movementsOf(line, now)),
  );
  if (sums.totalCents !== order.totalCents)
    await insertOrderEvents(tx, [
      {
        orderId: order.id,
        actor: by,
        subject: 'total',
        from: String(order.totalCents),
        to: String(sums.totalCents),
        happenedAt: now,
      },
    ]);
  return { ...order, ...sums };
}

/** A missing weight was never in stock, and an extra weight was never counted. */
function movementsOf(
  { productId, unit, quantity, agreed }: ChangeableLine & { agreed: number },
  movedAt: Date,
) {
  if (productId === null) return [];
  const more = roundedToHundredths(quantity - agreed);
  const reason = more > 0 ? ('reserved' as const) : ('returned' as const);
  return [
    { productId, unit, change: more, reason: 'counted' as const, movedAt },
    { productId, unit, change: -more, reason, movedAt },
  ];
}
