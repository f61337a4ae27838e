/*
 * A simulated mobile money network: phones that ring, all possible answers, and callbacks that get
 * lost or duplicated. daraja-endpoints.ts is its HTTP interface, demo/phone-page.ts its page.
 */

import { randomBytes, randomUUID } from 'node:crypto';
import { PUSH_ANSWER_SECONDS, SAME_AMOUNT_SECONDS } from '#orders/rules/limits.ts';
import { stampOf } from '#server/adapters/daraja.ts';
import { secondsAfter } from '#server/clock.ts';

/** The user's possible reactions, and M-Pesa's result for each. */
export const answers = {
  approve: { resultCode: 0, resultText: 'The service request is processed successfully.' },
  cancel: { resultCode: 1032, resultText: 'Request cancelled by user' },
  insufficient: { resultCode: 1, resultText: 'The balance is insufficient for the transaction' },
  wrongPin: { resultCode: 2001, resultText: 'The initiator information is invalid.' },
  /** If the same amount is requested from the same phone too soon. */
  tooSoon: { resultCode: 17, resultText: 'Rule limited.' },
  none: { resultCode: 1037, resultText: 'DS timeout user cannot be reached' },
} as const;
export type PhoneAnswer = keyof typeof answers;

/** Several result codes mean the same. */
export type Said = { resultCode: number | string; resultText: string };
export const saidOf = ({ answer, says }: Pick<Prompt, 'answer' | 'says'>): Said =>
  says ?? answers[answer ?? 'none'];

export type Prompt = {
  id: number;
  merchantRequestId: string;
  checkoutRequestId: string;
  /** 2547… */
  msisdn: string;
  amount: number;
  reference: string;
  callbackUrl: string;
  rangAt: Date;
  answer: PhoneAnswer | null;
  /** Overrides the usual result for this answer. */
  says?: Said;
  receipt: string | null;
};

export type SentPayout = {
  originatorConversationId: string;
  conversationId: string;
  transactionId: string;
  msisdn: string;
  amount: number;
  remarks: string;
  resultUrl: string;
  sentAt: Date;
  isPaid: boolean;
};

/** `kept`: how many prompts and payouts it remembers. */
type Options = { clock: Clock; deliver: Deliver; kept?: number };
type Ringing = Pick<Prompt, 'msisdn' | 'amount' | 'reference' | 'callbackUrl'>;
type PayoutOrder = Pick<
  SentPayout,
  'originatorConversationId' | 'msisdn' | 'amount' | 'remarks' | 'resultUrl' | 'isPaid'
>;

const newReceipt = () => `S${randomBytes(5).toString('hex').slice(0, 9).toUpperCase()}`;

export type SimulatedMpesa = ReturnType<typeof createSimulatedMpesa>;

export function createSimulatedMpesa({ clock, deliver, kept = 200 }: Options) {
  const prompts: Prompt[] = [];
  const payouts: SentPayout[] = [];
  const { delivery, send, delivered } = createDeliveries(deliver);
  let nextId = 1;

  return {
    prompts,
    payouts,
    delivery,
    delivered,
    clock,
    /** Whether this phone paid this amount, or was asked for it, too recently. */
    isTooSoon: ({ msisdn, amount }: Ringing) =>
      prompts.some(
        (prompt) =>
          prompt.msisdn === msisdn &&
          prompt.amount === amount &&
          (prompt.answer === null || prompt.answer === 'approve') &&
          clock() < secondsAfter(prompt.rangAt, SAME_AMOUNT_SECONDS),
      ),
    ring(ringing: Ringing): Prompt {
      const ids = {
        id: nextId++,
        merchantRequestId: randomUUID(),
        checkoutRequestId: `ws_CO_${randomUUID()}`,
      };
      return keepFirst(prompts, kept, {
        ...ids,
        ...ringing,
        rangAt: clock(),
        answer: null,
        receipt: null,
      });
    },
    /** `amount` overrides the amount in the callback. False if the phone no longer rings. */
    answer(
      prompt: Prompt,
      answer: PhoneAnswer,
      { amount = prompt.amount, says }: { amount?: number; says?: Said } = {},
    ) {
      if (prompt.answer !== null) return false;
      Object.assign(prompt, { answer, says });
      if (answer === 'approve') prompt.receipt = newReceipt();
      send(prompt.callbackUrl, callbackOf(prompt, { amount, at: clock() }));
      return true;
    },
    hangUp() {
      for (const prompt of prompts) {
        const isOver = clock() >= secondsAfter(prompt.rangAt, PUSH_ANSWER_SECONDS);
        if (prompt.answer === null && isOver) this.answer(prompt, 'none');
      }
    },
    payOut(order: PayoutOrder): SentPayout {
      const ids = { conversationId: `AG_${randomUUID()}`, transactionId: newReceipt() };
      return keepFirst(payouts, kept, { ...order, ...ids, sentAt: clock() });
    },
    tellResult: (payout: SentPayout) => send(payout.resultUrl, payoutResultOf(payout)),
    /** To the address in the query; undefined for an unknown payout. */
    tellStatus: (payout: SentPayout | undefined, resultUrl: string) =>
      send(resultUrl, statusResultOf(payout)),
  };
}

function keepFirst<Item>(list: Item[], kept: number, item: Item): Item {
  list.unshift(item);
  list.length = Math.min(list.length, kept);
  return item;
}

/** Includes amount and receipt only if it was paid. */
export function callbackOf(prompt: Prompt, { amount, at }: { amount: number; at: Date }) {
  const {
    merchantRequestId: MerchantRequestID,
    checkoutRequestId: CheckoutRequestID,
    receipt,
    msisdn,
  } = prompt;
  const { resultCode: ResultCode, resultText: ResultDesc } = saidOf(prompt);
  const Item = [
    { Name: 'Amount', Value: amount },
    { Name: 'MpesaReceiptNumber', Value: receipt },
    { Name: 'Balance' },
    { Name: 'TransactionDate', Value: Number(stampOf(at)) },
    { Name: 'PhoneNumber', Value: Number(msisdn) },
  ];
  const stkCallback = {
    MerchantRequestID,
    CheckoutRequestID,
    ResultCode,
    ResultDesc,
    ...(ResultCode === 0 && { CallbackMetadata: { Item } }),
  };
  return { Body: { stkCallback } };
}

export function payoutResultOf({ isPaid, amount, transactionId, ...ids }: SentPayout) {
  return {
    Result: {
      ResultType: 0,
      ResultCode: isPaid ? 0 : 2040,
      ResultDesc: isPaid
        ? 'The service request is processed successfully.'
        : 'Credit Party customer type cannot be supported.',
      OriginatorConversationID: ids.originatorConversationId,
      ConversationID: ids.conversationId,
      TransactionID: transactionId,
      ...(isPaid && {
        ResultParameters: {
          ResultParameter: [
            { Key: 'TransactionAmount', Value: amount },
            { Key: 'TransactionReceipt', Value: transactionId },
            { Key: 'ReceiverPartyPublicName', Value: `${ids.msisdn} - Demo` },
          ],
        },
      }),
    },
  };
}

/** The query has its own ids. */
export function statusResultOf(payout: SentPayout | undefined) {
  if (!payout)
    return {
      Result: { ResultType: 0, ResultCode: 2032, ResultDesc: 'The transaction was not found.' },
    };
  return {
    Result: {
      ResultType: 0,
      ResultCode: 0,
      ResultDesc: 'The service request is processed successfully.',
      OriginatorConversationID: `status-${payout.conversationId}`,
      ConversationID: `AG_${payout.conversationId}`,
      TransactionID: payout.transactionId,
      ResultParameters: {
        ResultParameter: [
          { Key: 'TransactionStatus', Value: payout.isPaid ? 'Completed' : 'Failed' },
          { Key: 'ReceiptNo', Value: payout.transactionId },
          { Key: 'Amount', Value: payout.amount },
          { Key: 'DebitPartyName' },
        ],
      },
    },
  };
}

/** How callbacks are delivered. `isReordered`: each waits until the next one was sent. */
type Delivery = {
  isLost: boolean;
  isDoubled: boolean;
  isReordered: boolean;
  lateSeconds: number;
};

export type Deliver = (url: string, body: unknown) => Promise<void>;

export function createDeliveries(deliver: Deliver) {
  const delivery: Delivery = {
    isLost: false,
    isDoubled: false,
    isReordered: false,
    lateSeconds: 0,
  };
  const underWay = new Set<Promise<void>>();
  let held: (() => void) | null = null;
  const releaseHeld = () => {
    const release = held;
    held = null;
    release?.();
  };

  return {
    delivery,
    send(url: string, body: unknown) {
      const { isLost, isDoubled, lateSeconds } = delivery;
      if (isLost) return;
      const once = () => deliver(url, body).catch(() => {});
      const all = async () => {
        await Promise.all(isDoubled ? [once(), once()] : [once()]);
      };
      if (lateSeconds > 0) {
        setTimeout(() => void all(), lateSeconds * 1000).unref();
        return;
      }
      const begin = () => {
        const sending = Promise.resolve()
          .then(all)
          .finally(() => underWay.delete(sending));
        underWay.add(sending);
        return sending;
      };
      if (delivery.isReordered && held === null) {
        held = () => void begin();
        return;
      }
      const sent = begin();
      if (held) void sent.then(releaseHeld);
    },
    /** Resolves when all callbacks have arrived, except those that are late on purpose. */
    async delivered() {
      if (underWay.size === 0) releaseHeld();
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
