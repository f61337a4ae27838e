import type {
  Actor,
  Fulfilment,
  OrderStatus,
  PaymentStatus,
} from '#features/orders/rules/order-facts.ts';
import { moneyText, shillingsOf } from '#platform/rules/money.ts';
import { m } from '#platform/rules/text/compiled/messages.js';

/** A text for each actor who needs another one. */
type ByActor = Partial<Record<Actor, () => string>> & { otherwise: () => string };

/** The texts for one side of an order, by the step of the order or of its payment. */
export type EventTexts = {
  /** The farmer lowered a quantity, and with it the total. Both amounts are formatted. */
  total: (amounts: { before: string; after: string }) => string;
  status: Record<OrderStatus, ByActor>;
  payment: Record<PaymentStatus, ByActor>;
};

type Event = {
  subject: 'status' | 'paymentStatus' | 'total';
  actor: Actor;
  from: string | null;
  to: string;
};

const amountText = (cents: string | null) => moneyText(shillingsOf(Number(cents)));

/** `to` always matches the subject's kind of status, because the server writes nothing else. */
export function eventText(
  { subject, actor, from, to }: Event,
  fulfilment: Fulfilment,
  { status, payment, total }: EventTexts,
): string {
  if (subject === 'total') return total({ before: amountText(from), after: amountText(to) });
  if (to === 'dispatched' && fulfilment === 'collection') return m.eventReady();
  const texts =
    subject === 'paymentStatus' ? payment[to as PaymentStatus] : status[to as OrderStatus];
  return (texts[actor] ?? texts.otherwise)();
}
