/*
 * What payments need of a mobile money provider. Each call has a deadline and never throws for a
 * failure of the other end: its outcomes are listed, because "no answer" is one of them, and money
 * would be lost if it were taken for a refusal.
 */
import type { Cents } from '#platform/rules/money.ts';

/** Amounts are whole shillings, in cents; phone numbers begin with +254. */
export type Push = {
  orderId: number;
  amountCents: Cents;
  phoneNumber: string;
  callbackUrl: string;
};

export type PushOutcome =
  /** The phone asks for the PIN; nothing is paid yet. */
  | { outcome: 'accepted'; merchantRequestId: string; checkoutRequestId: string }
  /** Refused; the phone asks for nothing. */
  | { outcome: 'refused'; code: string; text: string }
  /** The phone has another request open, and ours did not reach it. */
  | { outcome: 'phoneBusy'; text: string }
  /** Our own settings are wrong; no phone rings. */
  | { outcome: 'misconfigured'; code: string; text: string }
  /** The request never arrived. */
  | { outcome: 'unreachable' }
  /** The request may have arrived. */
  | { outcome: 'unknown' };

export type QueryOutcome =
  /** Code "0" means paid; any other code means not paid. */
  | { outcome: 'settled'; resultCode: string; resultText: string }
  | { outcome: 'processing' }
  /** It answered, but with nothing about this push. */
  | { outcome: 'refused'; code: string; text: string }
  /** Our own settings are wrong: that says nothing about the push. */
  | { outcome: 'misconfigured'; code: string; text: string }
  | { outcome: 'unknown' };

export type PayoutOrder = {
  originatorConversationId: string;
  amountCents: Cents;
  phoneNumber: string;
  orderId: number;
  resultUrl: string;
};

export type PayoutOutcome =
  | { outcome: 'accepted' }
  | { outcome: 'refused'; code: string; text: string }
  | { outcome: 'unreachable' }
  | { outcome: 'unknown' };

/**
 * Which payout is asked about; the answer comes to `resultUrl`. `transactionId` is M-Pesa's, where
 * a result brought it.
 */
export type PayoutQuestion = {
  originatorConversationId: string;
  transactionId: string | null;
  resultUrl: string;
};

export type Payouts = {
  send(payout: PayoutOrder): Promise<PayoutOutcome>;
  /**
   * Asks for a payout's outcome. True: the query was accepted, and its answer will be sent to
   * `resultUrl`.
   */
  askAbout(question: PayoutQuestion): Promise<boolean>;
};

export type Mpesa = {
  push(push: Push): Promise<PushOutcome>;
  query(checkoutRequestId: string): Promise<QueryOutcome>;
  /** Null: not set up; payouts wait for the operator. */
  payouts: Payouts | null;
  /** Where it calls us back, without a slash at the end. */
  callbackBase: string;
};
