import { type Behaviour, createDarajaEndpoints } from '#demo/mpesa/daraja-endpoints.ts';
import type { PhoneAnswer, Prompt } from '#demo/mpesa/prompts.ts';
import { createSimulatedMpesa } from '#demo/mpesa/simulated-mpesa.ts';
import { createSimulatedSms } from '#demo/sms/simulated-sms.ts';
import type { Mailer } from '#platform/server/adapters/mailer.ts';
import type { WebPush } from '#platform/server/adapters/web-push.ts';
import { SimulatedFailure } from './faults.ts';
import { outside } from './isolation.ts';
import { DAY, HOUR, MINUTE, type World } from './world.ts';

/*
 * M-Pesa, SMS, mail and push, and their faults. M-Pesa's own books are kept here, apart from those
 * of the market, to be compared with them.
 */

export const DARAJA = 'daraja.simulated';
export const SMS = 'sms.simulated';

/** `post` brings a call from outside to one of the servers. */
type Post = (path: string, body: unknown) => Promise<string>;

/** What M-Pesa received, by CheckoutRequestID. `amount` in KES. */
export type Received = { orderId: number; amount: number; receipt: string; at: number };

export function createNetwork(world: World, post: Post) {
  const received = new Map<string, Received>();
  const random = world.chance('network');
  /** How often something arrives, and how many seconds later each time. */
  const arrivals = (kind: 'callbacks' | 'sms'): number[] => {
    const soon = () => random.between(1, 6);
    if (world.isFaulty(kind, 0.04)) return [];
    if (world.isFaulty(kind, 0.06)) return [soon(), soon()];
    if (world.isFaulty(kind, 0.06)) return [random.between(MINUTE, 2 * HOUR)];
    if (world.isFaulty(kind, 0.01)) return [random.between(HOUR, DAY + HOUR)];
    return [soon()];
  };
  const bring = async (kind: 'callbacks' | 'sms', path: string, body: unknown) => {
    for (const seconds of arrivals(kind))
      world.after(seconds, async () => void (await post(path, body)));
  };

  const mpesa = createSimulatedMpesa({
    clock: world.now,
    kept: Number.POSITIVE_INFINITY,
    deliver: (url, body) => bring('callbacks', new URL(url).pathname, body),
  });
  const behaviour: Behaviour = { push: 'right', query: 'right', payout: 'right', status: 'right' };
  const daraja = createDarajaEndpoints(mpesa, behaviour);
  const sms = createSimulatedSms({
    clock: world.now,
    async post(path, form) {
      if (path.startsWith('/api/ussd')) return post(path, new URLSearchParams(form));
      await bring('sms', path, new URLSearchParams(form));
      return '';
    },
  });

  outside.hosts.set(DARAJA, async (request) => {
    Object.assign(behaviour, chooseBehaviour(world));
    return overLine(world, 'mpesa', () => daraja.app.fetch(request));
  });
  outside.hosts.set(SMS, async (request) => {
    sms.behaviour.send = world.isFaulty('sms', 0.02) ? 'broken' : 'right';
    sms.behaviour.reports = world.isFaulty('sms', 0.05) ? 'none' : 'Success';
    return overLine(world, 'sms', () => sms.app.fetch(request));
  });

  let promptsSeen = 0;
  return {
    mpesa,
    sms,
    received,
    mailer: mailerOf(world),
    webPush: webPushOf(world),
    /** The phones that have begun to ring since the last call, the first first. */
    newPrompts(): Prompt[] {
      const prompts = mpesa.prompts.slice(0, mpesa.prompts.length - promptsSeen);
      promptsSeen = mpesa.prompts.length;
      return prompts.reverse();
    },
    /** A phone's user answers. Sometimes M-Pesa reports another amount than it asked for. */
    answer(prompt: Prompt, answer: PhoneAnswer) {
      const amount = prompt.amount + (world.isFaulty('mpesa', 0.02) ? random.between(1, 50) : 0);
      if (!mpesa.answer(prompt, answer, { amount }) || answer !== 'approve') return;
      received.set(prompt.checkoutRequestId, {
        orderId: Number(prompt.reference.replace('SS', '')),
        amount,
        receipt: prompt.receipt ?? '',
        at: outside.now,
      });
    },
  };
}

/** A request over a bad line: it may be lost, or its answer. */
async function overLine(
  world: World,
  kind: 'mpesa' | 'sms',
  send: () => Response | Promise<Response>,
): Promise<Response> {
  if (world.isFaulty(kind, 0.01)) throw new SimulatedFailure('connection refused', 'ECONNREFUSED');
  const response = await send();
  if (world.isFaulty(kind, 0.02)) throw new SimulatedFailure('the answer was lost', 'ECONNRESET');
  return response;
}

function chooseBehaviour(world: World): Behaviour {
  const sometimes = <T extends string>(probability: number, choices: readonly T[]) =>
    world.isFaulty('mpesa', probability) ? world.chance('mpesa').pick(choices) : ('right' as const);
  return {
    push: sometimes(0.03, ['refused', 'garbled', 'phoneBusy']),
    query: sometimes(0.06, ['processing', 'garbled', 'phoneBusy']),
    payout: sometimes(0.06, ['refused', 'broken', 'brokenButTaken', 'failing']),
    status: sometimes(0.05, ['refused']),
  };
}

const mailerOf = (world: World): Mailer => ({
  async send() {
    if (world.isFaulty('mail', 0.03)) throw new SimulatedFailure('the mail server refuses');
    // It took the mail, but its answer is lost, so the mail is sent twice.
    if (world.isFaulty('mail', 0.01)) throw new SimulatedFailure('the answer was lost');
  },
  close: () => {},
});

const webPushOf = (world: World): WebPush => ({
  publicKey: '',
  isKnownService: () => true,
  async send() {
    if (world.isFaulty('push', 0.02)) return { kind: 'gone' };
    return world.isFaulty('push', 0.05)
      ? { kind: 'later', reason: 'busy', retryAfterSeconds: null }
      : { kind: 'sent' };
  },
});
