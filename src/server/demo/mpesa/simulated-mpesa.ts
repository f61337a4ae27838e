/*
 * A mobile money network without money: phones that ring, people who answer them in every way there is, and callbacks that arrive,
 * get lost, or come twice. What it speaks over HTTP stands in daraja-endpoints.ts; what a visitor of the demo sees in phone-pages.ts.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { type Clock, secondsAfter } from '#server/clock.ts';
import { PUSH_ANSWER_SECONDS } from '#shared/limits.ts';
import type { PhoneAnswer, Prompt, SentPayout } from './prompts.ts';
import { callbackOf, payoutResultOf, statusResultOf } from './results.ts';

/** How what it has to say reaches the application. */
export type Delivery = { isLost: boolean; isDoubled: boolean; lateSeconds: number };

type Options = { clock: Clock; deliver: (url: string, body: unknown) => Promise<void> };

const KEPT = 200;
const receipt = () => `S${randomBytes(5).toString('hex').slice(0, 9).toUpperCase()}`;

export type SimulatedMpesa = ReturnType<typeof createSimulatedMpesa>;

export function createSimulatedMpesa({ clock, deliver }: Options) {
  const prompts: Prompt[] = [];
  const payouts: SentPayout[] = [];
  const delivery: Delivery = { isLost: false, isDoubled: false, lateSeconds: 0 };
  const underWay = new Set<Promise<void>>();
  let nextId = 1;

  /** Sends what an answer has to say on its way, as the settings of delivery are now. */
  function send(url: string, body: unknown) {
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
    const sending = all().finally(() => underWay.delete(sending));
    underWay.add(sending);
  }

  return {
    prompts,
    payouts,
    delivery,
    clock,
    /** Rings a phone. */
    ring({ msisdn, amount, reference, callbackUrl }: Pick<Prompt, 'msisdn' | 'amount' | 'reference' | 'callbackUrl'>): Prompt {
      const id = nextId++;
      const prompt: Prompt = {
        id,
        merchantRequestId: randomUUID(),
        checkoutRequestId: `ws_CO_${randomUUID()}`,
        ...{ msisdn, amount, reference, callbackUrl },
        rangAt: clock(),
        answer: null,
        receipt: null,
      };
      prompts.unshift(prompt);
      prompts.length = Math.min(prompts.length, KEPT);
      return prompt;
    },
    /** Somebody answers a phone that rings. `amount`: what the callback says, where it is to lie. @returns false when it rang no more */
    answer(prompt: Prompt, answer: PhoneAnswer, { amount = prompt.amount } = {}): boolean {
      if (prompt.answer !== null) return false;
      prompt.answer = answer;
      if (answer === 'approve') prompt.receipt = receipt();
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
    /** Pays out, or doesn't, and says so to the result's address. */
    payOut({
      isPaid,
      ...order
    }: Pick<SentPayout, 'originatorConversationId' | 'msisdn' | 'amount' | 'remarks' | 'resultUrl' | 'isPaid'>) {
      const payout: SentPayout = {
        ...order,
        isPaid,
        conversationId: `AG_${randomUUID()}`,
        transactionId: receipt(),
        sentAt: clock(),
      };
      payouts.unshift(payout);
      payouts.length = Math.min(payouts.length, KEPT);
      return payout;
    },
    tellResult: (payout: SentPayout) => send(payout.resultUrl, payoutResultOf(payout)),
    tellStatus: (payout: SentPayout | undefined, resultUrl: string) => send(resultUrl, statusResultOf(payout)),
    /** Resolves when all that was sent on its way has arrived; what is late on purpose is not waited for. */
    async delivered() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
