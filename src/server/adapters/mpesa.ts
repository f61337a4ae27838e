/*
 * What payments need of mobile money, whoever provides it. Each call has a deadline and never throws for what the other end does:
 * its outcomes are listed, because "no answer" is one of them, and the one in which money is lost when it is taken for a refusal.
 */
import type { Cents } from '#shared/money.ts';

/** Amounts are whole shillings, in cents; phone numbers begin with +254. */
export type Push = { orderId: number; amountCents: Cents; phoneNumber: string; callbackUrl: string };

export type PushOutcome =
  /** The phone asks for the PIN. Nothing is paid yet. */
  | { outcome: 'accepted'; merchantRequestId: string; checkoutRequestId: string }
  /** It said no; the phone asks nothing. */
  | { outcome: 'refused'; code: string; text: string }
  /** That phone has another request open just now; ours did not reach it. */
  | { outcome: 'phoneBusy'; text: string }
  /** Our own settings are wrong; no phone rings. */
  | { outcome: 'misconfigured'; code: string; text: string }
  /** It never got there. */
  | { outcome: 'unreachable' }
  /** It may have got there. */
  | { outcome: 'unknown' };

export type QueryOutcome =
  /** Code "0" is money; anything else is none. */
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

/** Which payout is asked about; the answer comes to `resultUrl`. `transactionId` is M-Pesa's, where a result brought it. */
export type PayoutQuestion = { originatorConversationId: string; transactionId: string | null; resultUrl: string };

export type Payouts = {
  send(payout: PayoutOrder): Promise<PayoutOutcome>;
  /** Asks what became of one. True: the question was taken, and its answer is on its way. */
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
