import type { Fulfilment, OrderStatus } from '#features/orders/rules/order-facts.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { orderStatusText, statusTexts } from './status-texts.ts';

type OrderStatusBadgeProps = { order: { status: OrderStatus; fulfilment: Fulfilment } };

export const OrderStatusBadge = ({ order: { status, fulfilment } }: OrderStatusBadgeProps) => (
  <Badge tone={statusTexts[status].tone}>{orderStatusText(status, fulfilment)}</Badge>
);
