/*
 * Buyers who pay by M-Pesa while the server is killed. The network runs in another process: it
 * rings the phone, takes the money, and calls back until it gets an answer, and then once more, as
 * Daraja does. What a phone does is decided before it rings: `early` is answered before the push's
 * answer is sent, `late` after it, `whileDown` while no server listens. For `lost` no callback is
 * ever sent, so that only a query finds the money; only acknowledged pushes are lost, because
 * without the answer as well there would be no id to query. `cancelled` brings no money.
 */
import { expect } from 'vitest';
import { simulatedAccount } from '#demo/mpesa/daraja-endpoints.ts';
import type { Prompt } from '#demo/mpesa/prompts.ts';
import { startSimulatedDaraja } from '#demo/mpesa/start-simulated-daraja.ts';
import { sweepAttempts } from '#features/orders/server/payments/pushes/sweep-attempts.ts';
import { paymentAttempts, payments } from '#features/orders/server/tables/payments.ts';
import { createDaraja } from '#platform/server/adapters/daraja/daraja.ts';
import { findWrongMoney } from '#tests/factories/money.ts';
import type { Market } from '#tests/setup/market.ts';
import type { Asking, Insisting } from './insisting.ts';

const manners = [
  'early',
  'late',
  'whileDown',
  'lost',
  'early',
  'late',
  'whileDown',
  'cancelled',
] as const;
/**
 * By then an attempt without a known outcome is given up, and every lease in the outbox has ended.
 */
const HOURS_AFTERWARDS = 2;

type Options = { insisting: Insisting; farmerToken: string };

export async function startPayingPhones(market: Market, { insisting, farmerToken }: Options) {
  const { insist } = insisting;
  const manner = new Map<string, (typeof manners)[number]>();
  const rung: Prompt[] = [];
  const sent = { callbacks: 0, tries: 0, neverSent: 0 };
  const daraja = await startSimulatedDaraja({
    clock: () => new Date(),
    async deliver(url, body) {
      sent.callbacks += 1;
      const call = { path: new URL(url).pathname, body: body as object };
      for (const _ of ['until it is answered', 'and once more']) {
        const { tries } = await insist(call);
        sent.tries += tries;
      }
    },
  });
  const { mpesa, behaviour } = daraja;

  const ringing = (kind: string) =>
    rung.filter(({ answer, msisdn }) => answer === null && manner.get(msisdn) === kind);
  function answerAll(prompts: Prompt[], { isLost = false } = {}) {
    mpesa.delivery.isLost = isLost;
    for (const prompt of prompts)
      mpesa.answer(prompt, manner.get(prompt.msisdn) === 'cancelled' ? 'cancel' : 'approve');
    if (isLost) sent.neverSent += prompts.length;
    mpesa.delivery.isLost = false;
  }
  behaviour.beforePushAnswer = async () => {
    rung.push(...mpesa.prompts.filter((prompt) => !rung.includes(prompt)));
    answerAll(ringing('early'));
  };

  async function insistOnce(asking: Asking) {
    const answer = await insist(asking);
    if (answer.tries === 1 || answer.status !== 409)
      expect([answer.status, answer.body.code]).toEqual([200, undefined]);
    return answer;
  }

  return {
    settings: {
      MPESA_BASE_URL: daraja.baseUrl,
      MPESA_SHORTCODE: simulatedAccount.shortcode,
      MPESA_SWEEP_SECONDS: '1',
      MPESA_CONSUMER_KEY: simulatedAccount.consumerKey,
      MPESA_CONSUMER_SECRET: simulatedAccount.consumerSecret,
      MPESA_PASSKEY: simulatedAccount.passkey,
    },
    async pay({ id, token }: { id: number; token: string }) {
      const msisdn = String(254_700_000_000 + manner.size);
      manner.set(msisdn, manners[manner.size % manners.length] ?? 'late');
      await insistOnce({ path: `/api/farmer/orders/${id}/confirm`, token: farmerToken, body: {} });
      const phoneNumber = `+${msisdn}`;
      const { body } = await insistOnce({
        path: `/api/buyer/orders/${id}/pay`,
        token,
        body: { phoneNumber },
      });
      answerAll(ringing('late'));
      answerAll(ringing('cancelled'));
      const isKnown = body.attempt?.status === 'pushed';
      if (isKnown)
        answerAll(
          ringing('lost').filter((prompt) => prompt.msisdn === msisdn),
          { isLost: true },
        );
    },
    serverIsDown: () => answerAll(ringing('whileDown')),
    async finish() {
      answerAll(rung.filter(({ answer }) => answer === null));
      await mpesa.delivered();
    },
    async sweep() {
      const at = new Date(Date.now() + HOURS_AFTERWARDS * 3_600_000);
      market.services.clock = () => at;
      const { services } = market;
      services.mpesa = createDaraja({
        ...simulatedAccount,
        baseUrl: daraja.baseUrl,
        callbackBase: 'http://localhost:3000',
        clock: services.clock,
        payouts: null,
      });
      mpesa.prompts.splice(0, mpesa.prompts.length, ...rung);
      while ((await sweepAttempts(market.db, services)) > 0);
      while ((await market.workThroughOutbox()) > 0);
      await daraja.stop();
    },
    async verify() {
      const attempts = await market.db
        .select({
          id: paymentAttempts.id,
          status: paymentAttempts.status,
          pushedAs: paymentAttempts.checkoutRequestId,
        })
        .from(paymentAttempts);
      expect(attempts.filter(({ status }) => status !== 'paid' && status !== 'failed')).toEqual([]);
      const booked = await market.db
        .select({
          attemptId: payments.attemptId,
          state: payments.state,
          cents: payments.amountCents,
          receipt: payments.receipt,
        })
        .from(payments);
      const pushedAs = new Map(attempts.map((attempt) => [attempt.id, attempt.pushedAs]));
      const books = booked.map(({ attemptId, state, cents, receipt }) => {
        const id = pushedAs.get(attemptId ?? 0);
        return `${id} ${state} ${cents} ${receipt ?? lostReceipt(id)}`;
      });
      const taken = rung.filter(({ answer }) => answer === 'approve');
      expect(books.sort()).toEqual(
        taken
          .map(
            ({ checkoutRequestId, amount, receipt }) =>
              `${checkoutRequestId} received ${amount * 100} ${receipt}`,
          )
          .sort(),
      );
      expect(await findWrongMoney(market)).toEqual([]);
    },
    count: () => ({
      ...sent,
      taken: rung.filter(({ answer }) => answer === 'approve').length,
      cancelled: rung.filter(({ answer }) => answer === 'cancel').length,
    }),
  };

  function lostReceipt(checkoutRequestId: string | null | undefined) {
    const prompt = rung.find((one) => one.checkoutRequestId === checkoutRequestId);
    return prompt && manner.get(prompt.msisdn) === 'lost' ? prompt.receipt : null;
  }
}
