import { type Behaviour, createDarajaEndpoints } from '#demo/daraja-endpoints.ts';
import { createSimulatedMpesa, type PhoneAnswer, type Prompt } from '#demo/simulated-mpesa.ts';
import { createSimulatedSms } from '#demo/simulated-sms.ts';
import type { Mailer } from '#server/adapters/mailer.ts';
import type { WebPush } from '#server/adapters/web-push.ts';
import { SimulatedFailure } from './faults.ts';
import { outside } from './isolation.ts';
import type { User } from './servers.ts';
import { DAY, HOUR, MINUTE, type World } from './world.ts';

export const DARAJA = 'daraja.simulated';
export const SMS = 'sms.simulated';

type Post = (path: string, body: unknown) => Promise<string>;

export type Received = {
  orderId: number;
  asked: number;
  amount: number;
  receipt: string;
  at: number;
};

export function createNetwork(world: World, post: Post) {
  const received = new Map<string, Received>();
  const random = world.chance('network');
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

  const wrong: string[] = [];
  const standing = { isLive: true, paysOut: true };
  const letters = new Map<string, string>();
  const browsers = new Map<string, User>();

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
    if (!standing.paysOut && request.url.includes('/b2c/')) wrong.push('a copy pays out');
    return overLine(world, 'mpesa', () => daraja.app.fetch(request));
  });
  outside.hosts.set(SMS, async (request) => {
    if (!standing.isLive) wrong.push('a copy sends an SMS');
    sms.behaviour.send = world.isFaulty('sms', 0.02) ? 'broken' : 'right';
    sms.behaviour.reports = world.isFaulty('sms', 0.05) ? 'none' : 'Success';
    return overLine(world, 'sms', () => sms.app.fetch(request));
  });

  let promptsSeen = 0;
  return {
    mpesa,
    sms,
    received,
    wrong,
    standing,
    unknown: new Set<string>(),
    restoredAt: new Date(0),
    forgotten: new Set<string>(),
    checkoutOf: ({ receipt, checkout }: { receipt: string | null; checkout: string | null }) =>
      [...received].find(([, one]) => one.receipt === receipt)?.[0] ?? checkout ?? '',
    browsers,
    mailer: mailerOf(world, { letters, standing, wrong }),
    webPush: webPushOf(world, { browsers, standing, wrong }),
    readCode(address: string): string | null {
      const isMail = address.includes('@');
      if (world.isFaulty(isMail ? 'mail' : 'sms', 0.02)) return null;
      const text = isMail
        ? letters.get(address)
        : sms.messages.find(({ to, text: said }) => to === address && CODE.test(said))?.text;
      return CODE.exec(text ?? '')?.[0] ?? null;
    },
    newPrompts(): Prompt[] {
      const prompts = mpesa.prompts.slice(0, mpesa.prompts.length - promptsSeen);
      promptsSeen = mpesa.prompts.length;
      return prompts.reverse();
    },
    answer(prompt: Prompt, answer: PhoneAnswer) {
      const amount = prompt.amount + (world.isFaulty('mpesa', 0.05) ? random.between(1, 50) : 0);
      if (!mpesa.answer(prompt, answer, { amount }) || answer !== 'approve') return;
      received.set(prompt.checkoutRequestId, {
        orderId: Number(prompt.reference.replace('SS', '')),
        asked: prompt.amount,
        amount,
        receipt: prompt.receipt ?? '',
        at: outside.now,
      });
    },
  };
}

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

const CODE = /\b\d{6}\b/;

type Seen = { standing: { isLive: boolean }; wrong: string[] };

const mailerOf = (
  world: World,
  { letters, standing, wrong }: Seen & { letters: Map<string, string> },
): Mailer => ({
  async send({ to, text }) {
    if (!standing.isLive) wrong.push('a copy sends a mail');
    if (CODE.test(text)) letters.set(to, text);
    if (world.isFaulty('mail', 0.03)) throw new SimulatedFailure('the mail server refuses');
    if (world.isFaulty('mail', 0.01)) throw new SimulatedFailure('the answer was lost');
  },
  close: () => {},
});

const webPushOf = (
  world: World,
  { browsers, standing, wrong }: Seen & { browsers: Map<string, User> },
): WebPush => ({
  publicKey: '',
  isKnownService: () => true,
  async send({ endpoint }) {
    if (!standing.isLive) wrong.push('a copy sends a notification');
    const user = browsers.get(endpoint);
    if (!user || user.isGone) wrong.push(`a notification comes to ${user?.name ?? 'nobody'}`);
    if (world.isFaulty('push', 0.02)) return { kind: 'gone' };
    if (world.isFaulty('push', 0.05))
      return { kind: 'later', reason: 'busy', retryAfterSeconds: null };
    return { kind: 'sent' };
  },
});
