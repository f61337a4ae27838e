import type {
  Actor,
  Fulfilment,
  OrderStatus,
  PaymentStatus,
} from '#features/orders/rules/order-facts.ts';
import { m } from '#platform/rules/text/compiled/messages.js';

/** A text for each actor who needs another one. */
type ByActor = Partial<Record<Actor, () => string>> & { otherwise: () => string };

/** The texts for one side of an order, by the step of the order or of its payment. */
export type EventTexts = {
  status: Record<OrderStatus, ByActor>;
  payment: Record<PaymentStatus, ByActor>;
};

type Event = { subject: 'status' | 'paymentStatus'; actor: Actor; to: string };

/** `to` always matches the subject's kind of status, because the server writes nothing else. */
export function eventText(
  { subject, actor, to }: Event,
  fulfilment: Fulfilment,
  { status, payment }: EventTexts,
): string {
  if (to === 'dispatched' && fulfilment === 'collection') return m.eventReady();
  const texts =
    subject === 'paymentStatus' ? payment[to as PaymentStatus] : status[to as OrderStatus];
  return (texts[actor] ?? texts.otherwise)();
}
