import { startSimulatedDaraja } from '#demo/create-demo.ts';
import { simulatedAccount } from '#demo/daraja-endpoints.ts';
import type { PhoneAnswer, Prompt, Said } from '#demo/simulated-mpesa.ts';
import { askAboutPayouts } from '#orders/server/payments/payment-callbacks.ts';
import { pushWaiting, sendPayouts, sweepAttempts } from '#orders/server/payments/payment-clock.ts';
import { createDaraja } from '#server/adapters/daraja.ts';
import { rememberLiveDatabase } from '#server/live-database.ts';
import type { Market } from './market.ts';

const CLOSED_PORT = 'http://127.0.0.1:9';

type Kept = { market: Market; daraja: Awaited<ReturnType<typeof startSimulatedDaraja>> };
const kept = globalThis as typeof globalThis & { testDaraja?: Promise<Kept> };

export async function openMpesa(
  market: Market,
  { withPayouts = true, timeoutMilliseconds = 2500 } = {},
) {
  kept.testDaraja ??= start(market);
  const opened = await kept.testDaraja;
  opened.market = market;
  const { daraja } = opened;
  const { mpesa, behaviour } = daraja;
  mpesa.prompts.length = 0;
  mpesa.payouts.length = 0;
  Object.assign(mpesa.delivery, { isLost: false, isDoubled: false, lateSeconds: 0 });
  const right = { push: 'right', query: 'right', payout: 'right', status: 'right' };
  Object.assign(behaviour, right, { beforePushAnswer: undefined });
  await rememberLiveDatabase(market.db, market.services);
  const connect = (baseUrl: string) => {
    market.services.mpesa = createDaraja({
      ...simulatedAccount,
      baseUrl,
      payouts: withPayouts ? simulatedAccount.payouts : null,
      callbackBase: 'http://localhost:3000',
      clock: market.services.clock,
      timeoutMilliseconds,
    });
  };
  connect(daraja.baseUrl);
  const workThrough = async () => {
    await mpesa.delivered();
    while ((await market.runOutbox()) > 0) await mpesa.delivered();
  };
  return {
    ...daraja,
    delivery: mpesa.delivery,
    lastPrompt(): Prompt {
      const [prompt] = mpesa.prompts;
      if (!prompt) throw new Error('No phone has rung');
      return prompt;
    },
    async answer(answer: PhoneAnswer, options: { amount?: number; says?: Said } = {}) {
      mpesa.answer(this.lastPrompt(), answer, options);
      await workThrough();
    },
    workThrough,
    beforePushAnswer(work: () => Promise<void>) {
      behaviour.beforePushAnswer = work;
    },
    async withoutDaraja(work: () => Promise<void>) {
      connect(CLOSED_PORT);
      await work();
      connect(daraja.baseUrl);
    },
    async round() {
      for (const part of [pushWaiting, sweepAttempts, sendPayouts, askAboutPayouts])
        await part(market.db, market.services);
      await workThrough();
    },
  };
}

export type OpenMpesa = Awaited<ReturnType<typeof openMpesa>>;

async function start(market: Market): Promise<Kept> {
  const opened = { market } as Kept;
  opened.daraja = await startSimulatedDaraja({
    clock: () => opened.market.services.clock(),
    deliver: async (url, body) => {
      await opened.market.request(new URL(url).pathname, { body });
    },
  });
  return opened;
}
