import { type Actor, isDisputed, isOnTheWay } from '#orders/rules/order-facts.ts';
import {
  finalQuantity,
  lineCents,
  settleWeighing,
  type WeighedLine,
} from '#orders/rules/settlement.ts';
import { insertStockMovements } from '#products/server/stock-queries.ts';
import { roundedToHundredths, shillingsOf } from '#rules/amounts.ts';
import { insertOrderEvents, type OrderRow, updateOrder } from '../orders/queries.ts';
import { sumReceived } from '../payments/statements/payment-queries.ts';
import { type ChangeableLine, listChangeableLines, updateLine } from './refund-queries.ts';

type Facts = Pick<
  OrderRow,
  | 'status'
  | 'paymentMethod'
  | 'subtotalCents'
  | 'totalCents'
  | 'deliveryFeeCents'
  | 'weighing'
  | 'weighingLeft'
>;
type Line = WeighedLine & { totalCents: Cents };

type Difference = {
  amount: number;
  status: 'open' | 'left' | 'paid';
};

/**
 * The order as if it were completed now; the stored sums follow only then. Without a dispute, the
 * code or the receipt agrees to the weights.
 */
export function asWeighed<Order extends Facts, OrderLine extends Line>(
  order: Order,
  lines: OrderLine[],
  receivedCents: Cents,
): {
  order: Order;
  lines: (OrderLine & { finalQuantity: number })[];
  difference: Difference | null;
} {
  const { status, weighing } = order;
  if (weighing === 0 || (!isOnTheWay(status) && !isDisputed(status)))
    return {
      order,
      lines: lines.map((line) => ({ ...line, finalQuantity: line.quantity })),
      difference: null,
    };
  const isAgreed = isOnTheWay(status);
  const settled = settleWeighing(order, lines, { receivedCents, isAgreed });
  return {
    order: { ...order, ...settled.sums },
    lines: lines.map((line) => {
      const quantity = finalQuantity(line, settled.takesMore);
      const totalCents = lineCents(line.priceCents, quantity);
      return { ...line, totalCents, finalQuantity: quantity };
    }),
    difference: differenceOf(order, lines, receivedCents),
  };
}

type Ended = Omit<Facts, 'subtotalCents'> & Pick<OrderRow, 'paymentStatus'>;

/** In cents. The operator agrees to no weights. */
export function payoutIfCompleted(
  order: Ended,
  lines: readonly WeighedLine[],
  receivedCents: Cents,
): Cents {
  const { status, paymentMethod, paymentStatus, totalCents, weighing } = order;
  const mayEnd = isOnTheWay(status) || isDisputed(status);
  if (!mayEnd || paymentMethod !== 'M-Pesa' || paymentStatus !== 'paid') return 0;
  if (weighing === 0) return totalCents;
  return settleWeighing(order, lines, { receivedCents, isAgreed: false }).sums.totalCents;
}

/** Null if the weights cost no more than what was agreed. */
function differenceOf(
  order: Facts,
  lines: readonly Line[],
  receivedCents: Cents,
): Difference | null {
  if (order.paymentMethod !== 'M-Pesa') return null;
  const settle = (money: Cents) =>
    settleWeighing({ ...order, weighingLeft: null }, lines, {
      receivedCents: money,
      isAgreed: true,
    }).differenceCents;
  const openCents = settle(receivedCents);
  if (openCents > 0) {
    const status = order.weighing === order.weighingLeft ? 'left' : 'open';
    return { amount: shillingsOf(openCents), status };
  }
  const moreCents = settle(order.totalCents);
  return moreCents > 0 ? { amount: shillingsOf(moreCents), status: 'paid' } : null;
}

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
