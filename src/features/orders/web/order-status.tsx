import type { Fulfilment, OrderStatus } from '#features/orders/rules/order-facts.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { orderStatusText, statusTexts } from './status-texts.ts';

type OrderStatusBadgeProps = {
  order: { status: OrderStatus; fulfilment: Fulfilment; depositPaidAt?: string | null };
};

/** The status of an order. With its deposit paid, a pre-order waits for nothing but the harvest. */
export const OrderStatusBadge = ({ order }: OrderStatusBadgeProps) => {
  const { status, fulfilment, depositPaidAt } = order;
  return status === 'pending' && depositPaidAt ? (
    <Badge>{m.orderWaitsForHarvest()}</Badge>
  ) : (
    <Badge tone={statusTexts[status].tone}>{orderStatusText(status, fulfilment)}</Badge>
  );
};
