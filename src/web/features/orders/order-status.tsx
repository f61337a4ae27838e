import type { Fulfilment, OrderStatus } from '#shared/order.ts';
import { Badge } from '#web/ui/feedback/badge.tsx';
import { orderStatusText, orderStatusTones } from './order-texts.ts';

type OrderStatusBadgeProps = { order: { status: OrderStatus; fulfilment: Fulfilment } };

/** Where an order stands, in a word. */
export const OrderStatusBadge = ({ order: { status, fulfilment } }: OrderStatusBadgeProps) => (
  <Badge tone={orderStatusTones[status]}>{orderStatusText(status, fulfilment)}</Badge>
);
