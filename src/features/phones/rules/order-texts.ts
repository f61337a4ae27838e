/* The phones' texts about an order's status, and the farmer's steps that take only the order. */

import { entry } from '#features/accounts/rules/sms-texts.ts';
import type {
  Fulfilment,
  OrderStatus,
  PaymentMethod,
  PaymentStatus,
} from '#features/orders/rules/order-facts.ts';
import type { Day } from '#platform/rules/day.ts';
import { ID_MAX } from '#platform/rules/limits.ts';
import { m } from '#platform/rules/text/compiled/messages.js';

export const orderTexts = {
  todayPart: entry(m.todayPart, { part: 'afternoon' }),
  tomorrowPart: entry(m.tomorrowPart, { part: 'afternoon' }),
  statePending: entry(m.smsStatePending, {}),
  stateConfirmed: entry(m.smsStateConfirmed, {}),
  stateUnpaid: entry(m.smsStateUnpaid, {}),
  statePaid: entry(m.smsStatePaid, {}),
  stateDispatched: entry(m.smsStateDispatched, {}),
  stateReady: entry(m.smsStateReady, {}),
  stateDisputed: entry(m.smsStateDisputed, {}),
  stateCompleted: entry(m.smsStateCompleted, {}),
  stateRejected: entry(m.smsStateRejected, {}),
  stateCancelled: entry(m.smsStateCancelled, {}),
  stateExpired: entry(m.smsStateExpired, {}),
  nextPaid: entry(m.smsNextPaid, {}),
  nextReady: entry(m.smsNextReady, { id: ID_MAX }),
  nextSend: entry(m.smsNextSend, { id: ID_MAX }),
  nextAnswer: entry(m.smsNextAnswer, { id: ID_MAX }),
  nextCode: entry(m.smsNextCode, { id: ID_MAX }),
  stepReady: entry(m.smsStepReady, {}),
  stepSend: entry(m.smsStepSend, {}),
  dispatched: entry(m.smsDispatched, { id: ID_MAX }),
  ready: entry(m.smsReady, { id: ID_MAX }),
};

/** The texts about an order's status and next step depend on these. */
export type Shown = {
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  paymentMethod: PaymentMethod;
  fulfilment: Fulfilment;
  harvestBy: Day | null;
};

/** Also the final states, because orders may end while their list is on the screen. */
export function stateOf({ status, paymentStatus, fulfilment }: Shown) {
  switch (status) {
    case 'pending':
      return 'statePending';
    case 'confirmed':
      return paymentStatus === 'paid' ? 'statePaid' : 'stateConfirmed';
    case 'dispatched':
      return fulfilment === 'collection' ? 'stateReady' : 'stateDispatched';
    case 'disputed':
      return 'stateDisputed';
    case 'completed':
      return 'stateCompleted';
    case 'rejected':
      return 'stateRejected';
    case 'cancelled':
      return 'stateCancelled';
    case 'expired':
      return 'stateExpired';
  }
}

/** The text about the farmer's next step with an accepted order, or about its payment. */
export function nextTextAfterAccepting({ paymentMethod, paymentStatus, fulfilment }: Shown) {
  if (paymentMethod === 'M-Pesa' && paymentStatus !== 'paid') return 'nextPaid';
  return fulfilment === 'collection' ? 'nextReady' : 'nextSend';
}

/** The text about the farmer's next step with any order; null if there is none. */
export function nextTextOf(order: Shown) {
  switch (order.status) {
    case 'pending':
      // The harvest answers a pre-order.
      return order.harvestBy ? null : 'nextAnswer';
    case 'confirmed':
      return nextTextAfterAccepting(order);
    case 'dispatched':
      return 'nextCode';
    default:
      return null;
  }
}

type PlainStepTexts = {
  /** The status that it leads to. */
  to: OrderStatus;
  /** Its choice in the menu, with the key. */
  key: string;
  choice: (order: Shown) => Extract<keyof typeof orderTexts, `step${string}`>;
  answer: (order: Shown) => keyof typeof orderTexts;
};

/** The farmer's steps that take only the order. */
export const plainSteps = {
  dispatch: {
    to: 'dispatched',
    key: '1',
    choice: ({ fulfilment }) => (fulfilment === 'collection' ? 'stepReady' : 'stepSend'),
    answer: ({ fulfilment }) => (fulfilment === 'collection' ? 'ready' : 'dispatched'),
  },
} as const satisfies Record<string, PlainStepTexts>;
export type PlainStep = keyof typeof plainSteps;
