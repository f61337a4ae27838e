import type { Fulfilment, OrderStatus } from '#shared/order.ts';
import { orderStatusText, orderStatusTones } from '#web/order-texts.ts';
import { Badge } from '#web/ui/badge.tsx';

type OrderStatusBadgeProps = { order: { status: OrderStatus; fulfilment: Fulfilment } };

/** Where an order stands, in a word. */
export const OrderStatusBadge = ({ order: { status, fulfilment } }: OrderStatusBadgeProps) => (
  <Badge tone={orderStatusTones[status]}>{orderStatusText(status, fulfilment)}</Badge>
);
