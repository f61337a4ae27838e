import { type Fulfilment, isToAnswer, type OrderStatus } from '#orders/rules/order-facts.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { m } from '#text';
import { orderStatusText, statusTexts } from './status-texts.ts';

type StatedOrder = { status: OrderStatus; fulfilment: Fulfilment; depositPaidAt?: string | null };

const isForHarvest = ({ status, depositPaidAt }: StatedOrder) =>
  isToAnswer(status) && Boolean(depositPaidAt);

export const orderStateText = (order: StatedOrder): string =>
  isForHarvest(order) ? m.orderWaitsForHarvest() : orderStatusText(order.status, order.fulfilment);

export const OrderStatusBadge = ({ order }: { order: StatedOrder }) => (
  <Badge tone={isForHarvest(order) ? 'leaf' : statusTexts[order.status].tone}>
    {orderStateText(order)}
  </Badge>
);
