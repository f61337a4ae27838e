import type { OrderStatus } from '#shared/order.ts';
import { orderStatusLabels, orderStatusTones } from '#web/order-texts.ts';
import { Badge } from '#web/ui/badge.tsx';

/** Where an order stands, in a word. */
export const OrderStatusBadge = ({ status }: { status: OrderStatus }) => (
  <Badge tone={orderStatusTones[status]}>{orderStatusLabels[status]()}</Badge>
);
