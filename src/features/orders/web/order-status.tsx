import type { Fulfilment, OrderStatus } from '#features/orders/rules/order-facts.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { orderStatusText, orderStatusTones } from './order-texts.ts';

type OrderStatusBadgeProps = { order: { status: OrderStatus; fulfilment: Fulfilment } };

export const OrderStatusBadge = ({ order: { status, fulfilment } }: OrderStatusBadgeProps) => (
  <Badge tone={orderStatusTones[status]}>{orderStatusText(status, fulfilment)}</Badge>
);
