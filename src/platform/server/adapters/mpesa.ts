/*
 * The interface of a mobile money provider, as payments need it. Each call has a timeout and never
 * throws when the provider fails. All outcomes are listed, because "no response" is one of them,
 * and treating it as a refusal would lose money.
 */
import type { Cents } from '#platform/rules/money.ts';

/** Amounts are in cents but whole shillings. Phone numbers begin with +254. */
export type Push = {
  orderId: number;
  amountCents: Cents;
  phoneNumber: string;
  callbackUrl: string;
};

/** The account that a push pays to. M-Pesa's statement repeats it. */
export const accountReference = (orderId: number): string => `SS${orderId}`;

export type PushOutcome =
  /** The phone asks for the PIN. Nothing is paid yet. */
  | { outcome: 'accepted'; merchantRequestId: string; checkoutRequestId: string }
  /** The phone shows nothing. */
  | { outcome: 'refused'; code: string; text: string }
  /** The phone has another request open and did not receive ours. */
  | { outcome: 'phoneBusy'; text: string }
  /** Our own settings are wrong. No phone rings. */
  | { outcome: 'misconfigured'; code: string; text: string }
  | { outcome: 'unreachable' }
  /** The request may have arrived. */
  | { outcome: 'unknown' };

export type QueryOutcome =
  /** Code "0" means paid; any other code means not paid. */
  | { outcome: 'settled'; resultCode: string; resultText: string }
  | { outcome: 'processing' }
  /** Daraja answered, but not about this push. */
  | { outcome: 'refused'; code: string; text: string }
  /** Our own settings are wrong, so the state of the push is unknown. */
  | { outcome: 'misconfigured'; code: string; text: string }
  | { outcome: 'unknown' };

export type PayoutOrder = {
  originatorConversationId: string;
  amountCents: Cents;
  phoneNumber: string;
  /** Its purpose, which M-Pesa's statement repeats. */
  remarks: string;
  resultUrl: string;
};

export type PayoutOutcome =
  | { outcome: 'accepted' }
  | { outcome: 'refused'; code: string; text: string }
  | { outcome: 'unreachable' }
  | { outcome: 'unknown' };

/**
 * The payout to ask about. The answer is sent to `resultUrl`. `transactionId` is M-Pesa's, if a
 * result contained one.
 */
export type PayoutQuestion = {
  originatorConversationId: string;
  transactionId: string | null;
  resultUrl: string;
};

export type Payouts = {
  send(payout: PayoutOrder): Promise<PayoutOutcome>;
  /**
   * Asks for a payout's outcome. True: the query was accepted and the answer will be sent to
   * `resultUrl`.
   */
  askAbout(question: PayoutQuestion): Promise<boolean>;
};

export type Mpesa = {
  push(push: Push): Promise<PushOutcome>;
  query(checkoutRequestId: string): Promise<QueryOutcome>;
  /** Null: not configured; the operator makes the payouts. */
  payouts: Payouts | null;
  /** The base URL of the provider's callbacks, without a trailing slash. */
  callbackBase: string;
};
