/*
 * A simulated mobile money network: phones that ring, people who answer them in every possible way,
 * and callbacks that arrive, get lost, or come twice. daraja-endpoints.ts is its HTTP interface,
 * demo/phone-page.ts the page that visitors of the demo see.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { PUSH_ANSWER_SECONDS, SAME_AMOUNT_SECONDS } from '#features/orders/rules/limits.ts';
import { type Clock, secondsAfter } from '#platform/server/clock.ts';
import { createDeliveries, type Deliver } from './deliveries.ts';
import type { PhoneAnswer, Prompt, Said, SentPayout } from './prompts.ts';
import { callbackOf, payoutResultOf, statusResultOf } from './results.ts';

type Options = { clock: Clock; deliver: Deliver };
type Ringing = Pick<Prompt, 'msisdn' | 'amount' | 'reference' | 'callbackUrl'>;
type PayoutOrder = Pick<
  SentPayout,
  'originatorConversationId' | 'msisdn' | 'amount' | 'remarks' | 'resultUrl' | 'isPaid'
>;

const KEPT = 200;
const newReceipt = () => `S${randomBytes(5).toString('hex').slice(0, 9).toUpperCase()}`;

export type SimulatedMpesa = ReturnType<typeof createSimulatedMpesa>;

/** A network of its own: its prompts and payouts, newest first, and what can happen to them. */
export function createSimulatedMpesa({ clock, deliver }: Options) {
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
    /** Whether this amount was paid, or is being asked for, on this phone too short a time ago. */
    isTooSoon: ({ msisdn, amount }: Ringing): boolean =>
      prompts.some(
        (prompt) =>
          prompt.msisdn === msisdn &&
          prompt.amount === amount &&
          (prompt.answer === null || prompt.answer === 'approve') &&
          clock() < secondsAfter(prompt.rangAt, SAME_AMOUNT_SECONDS),
      ),
    /** Rings a phone. */
    ring(ringing: Ringing): Prompt {
      const ids = {
        id: nextId++,
        merchantRequestId: randomUUID(),
        checkoutRequestId: `ws_CO_${randomUUID()}`,
      };
      return keepFirst(prompts, {
        ...ids,
        ...ringing,
        rangAt: clock(),
        answer: null,
        receipt: null,
      });
    },
    /**
     * Somebody answers a phone that rings. `amount`: what the callback says, where it is to lie.
     * @returns false when it rang no more
     */
    answer(
      prompt: Prompt,
      answer: PhoneAnswer,
      { amount = prompt.amount, says }: { amount?: number; says?: Said } = {},
    ): boolean {
      if (prompt.answer !== null) return false;
      Object.assign(prompt, { answer, says });
      if (answer === 'approve') prompt.receipt = newReceipt();
      send(prompt.callbackUrl, callbackOf(prompt, { amount, at: clock() }));
      return true;
    },
    /** Phones that nobody answered stop ringing. */
    hangUp() {
      for (const prompt of prompts) {
        const isOver = clock() >= secondsAfter(prompt.rangAt, PUSH_ANSWER_SECONDS);
        if (prompt.answer === null && isOver) this.answer(prompt, 'none');
      }
    },
    /** Pays out, or fails to; `tellResult` reports which. */
    payOut(order: PayoutOrder): SentPayout {
      const ids = { conversationId: `AG_${randomUUID()}`, transactionId: newReceipt() };
      return keepFirst(payouts, { ...order, ...ids, sentAt: clock() });
    },
    tellResult: (payout: SentPayout) => send(payout.resultUrl, payoutResultOf(payout)),
    /**
     * Reports a payout's outcome to the address that the query named; undefined for an unknown
     * payout.
     */
    tellStatus: (payout: SentPayout | undefined, resultUrl: string) =>
      send(resultUrl, statusResultOf(payout)),
  };
}

/** The newest first; the oldest are forgotten. */
function keepFirst<Item>(list: Item[], item: Item): Item {
  list.unshift(item);
  list.length = Math.min(list.length, KEPT);
  return item;
}
