/*
 * No call throws when the provider fails. "No response" is an outcome of its own, because treating
 * it as a refusal would lose money.
 */
import type { Cents } from '#platform/rules/money.ts';

/** Whole shillings, in cents. Phone numbers begin with +254. */
export type Push = {
  orderId: number;
  amountCents: Cents;
  phoneNumber: string;
  callbackUrl: string;
};

export const accountReference = (orderId: number): string => `SS${orderId}`;

export type PushOutcome =
  | { outcome: 'accepted'; merchantRequestId: string; checkoutRequestId: string }
  | { outcome: 'refused'; code: string; text: string }
  /** Another request is open on the phone. */
  | { outcome: 'phoneBusy'; text: string }
  | { outcome: 'misconfigured'; code: string; text: string }
  | { outcome: 'unreachable' }
  | { outcome: 'unknown' };

export type QueryOutcome =
  /** Code "0" means paid; any other code means not paid. */
  | { outcome: 'settled'; resultCode: string; resultText: string }
  | { outcome: 'processing' }
  | { outcome: 'refused'; code: string; text: string }
  | { outcome: 'misconfigured'; code: string; text: string }
  | { outcome: 'unknown' };

export type PayoutOrder = {
  originatorConversationId: string;
  amountCents: Cents;
  phoneNumber: string;
  remarks: string;
  resultUrl: string;
};

export type PayoutOutcome =
  | { outcome: 'accepted' }
  | { outcome: 'refused'; code: string; text: string }
  | { outcome: 'unreachable' }
  | { outcome: 'unknown' };

export type PayoutQuestion = {
  originatorConversationId: string;
  transactionId: string | null;
  resultUrl: string;
};

export type Payouts = {
  send(payout: PayoutOrder): Promise<PayoutOutcome>;
  /** True: the answer will be sent to `resultUrl`. */
  askAbout(question: PayoutQuestion): Promise<boolean>;
};

export type Mpesa = {
  push(push: Push): Promise<PushOutcome>;
  query(checkoutRequestId: string): Promise<QueryOutcome>;
  /** Null: the operator makes the payouts. */
  payouts: Payouts | null;
  callbackBase: string;
};
