/*
 * Buyers who pay by M-Pesa while the server is killed. The network runs in another process: it
 * rings the phone, takes the money, and calls back until it gets an answer, and then once more, as
 * Daraja does. What a phone does is decided before it rings: `early` is answered before the push's
 * answer is sent, `late` after it, `whileDown` while no server listens. For `lost` no callback is
 * ever sent, so that only a query finds the money; only acknowledged pushes are lost, because
 * without the answer as well there would be no id to query. `cancelled` brings no money.
 */

import { startSimulatedDaraja } from '#demo/create-demo.ts';
import { simulatedAccount } from '#demo/daraja-endpoints.ts';
import type { Prompt } from '#demo/simulated-mpesa.ts';
import { sweepAttempts } from '#orders/server/payments/payment-clock.ts';
import { paymentAttempts, payments } from '#orders/server/payments/tables.ts';
import { createDaraja } from '#server/adapters/daraja.ts';
import { findWrongMoney } from '#tests/factories/money.ts';
import type { Market } from '#tests/setup/market.ts';
import type { Insisting } from './insisting.ts';

const threeOfFour = ['early', 'late', 'whileDown'] as const;
const manners = [...threeOfFour, 'lost', ...threeOfFour, 'cancelled'] as const;
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
      for (const _ of ['until it is answered', 'and once more'])
        sent.tries += (await insist(call)).tries;
    },
  });
  const { mpesa, behaviour } = daraja;

  const answeredBy = (answer: Prompt['answer']) => rung.filter((one) => one.answer === answer);
  const ringing = (kind: string) =>
    answeredBy(null).filter(({ msisdn }) => manner.get(msisdn) === kind);
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

  async function insistOnce(token: string, path: string, body = {}) {
    const answer = await insist({ path, token, body });
    if (answer.tries === 1 || answer.status !== 409)
      expect([answer.status, answer.body.code]).toEqual([200, undefined]);
    return answer.body;
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
      await insistOnce(farmerToken, `/api/farmer/orders/${id}/confirm`);
      const body = { phoneNumber: `+${msisdn}` };
      const { attempt } = await insistOnce(token, `/api/buyer/orders/${id}/pay`, body);
      answerAll([...ringing('late'), ...ringing('cancelled')]);
      const own = ringing('lost').filter((prompt) => prompt.msisdn === msisdn);
      if (attempt?.status === 'pushed') answerAll(own, { isLost: true });
    },
    serverIsDown: () => answerAll(ringing('whileDown')),
    async finish() {
      answerAll(answeredBy(null));
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
      while ((await market.runOutbox()) > 0);
      await daraja.stop();
    },
    async verify() {
      const { id, status, checkoutRequestId: pushedAs } = paymentAttempts;
      const attempts = await market.db.select({ id, status, pushedAs }).from(paymentAttempts);
      expect(attempts.filter((one) => one.status !== 'paid' && one.status !== 'failed')).toEqual(
        [],
      );
      const { attemptId, state, amountCents, receipt } = payments;
      const booked = await market.db
        .select({ attemptId, state, amountCents, receipt })
        .from(payments);
      const books = booked.map((payment) => {
        const push = attempts.find((attempt) => attempt.id === payment.attemptId)?.pushedAs;
        const known = payment.receipt ?? lostReceipt(push);
        return `${push} ${payment.state} ${payment.amountCents} ${known}`;
      });
      const taken = answeredBy('approve').map(
        (prompt) => `${prompt.checkoutRequestId} received ${prompt.amount * 100} ${prompt.receipt}`,
      );
      expect(books.sort()).toEqual(taken.sort());
      expect(await findWrongMoney(market)).toEqual([]);
    },
    count: () => ({
      ...sent,
      taken: answeredBy('approve').length,
      cancelled: answeredBy('cancel').length,
    }),
  };

  function lostReceipt(checkoutRequestId: string | null | undefined) {
    const prompt = rung.find((one) => one.checkoutRequestId === checkoutRequestId);
    return prompt && manner.get(prompt.msisdn) === 'lost' ? prompt.receipt : null;
  }
}
