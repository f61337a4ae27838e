import { confirmPassword } from '#accounts/server/passwords.ts';
import { lockLogin } from '#accounts/server/people-queries.ts';
import { MINUTE_SECONDS } from '#rules/limits.ts';
import { AppError } from '#server/app-error.ts';
import { secondsAfter } from '#server/clock.ts';
import { hmac } from '#server/hashes.ts';
import type { RateRule } from '#server/rate-limits.ts';
import {
  ASKED_EVENTS_PER_MINUTE,
  type CreateWebhook,
  FORMER_SECRET_SECONDS,
  type RotateWebhook,
  WEBHOOKS_MAX,
} from '../rules.ts';
import {
  countWebhooks,
  deleteWebhook,
  findEventsWebhook,
  insertTestEvent,
  insertWebhook,
  listEventRows,
  listWebhookRows,
  lockOwnWebhook,
  type OwnWebhook,
  renewEvent,
  renewWaiting,
  rotateSecret,
  updateWebhook,
} from './queries.ts';

/** How the feature that owns a kind of subject, such as orders, reads it. */
export type WebhookSource = {
  kind: string;
  /** As this user may see it, in the shape of the REST paths; null if there is nothing to tell. */
  read: (
    db: Database,
    subject: { id: number; userId: number },
    services: Services,
  ) => Promise<object | null>;
};

declare global {
  interface Feature {
    webhookSources?: readonly WebhookSource[];
  }
  interface Services {
    webhookSources: readonly WebhookSource[];
  }
}

/** Per user, because the events go to addresses of the user's choice. */
const askedEvent: RateRule = {
  name: 'askedWebhookEvent',
  points: ASKED_EVENTS_PER_MINUTE,
  seconds: MINUTE_SECONDS,
};

type WebhookId = { webhookId: number };
const own = ({ user }: Call<'user'>, { webhookId }: WebhookId): OwnWebhook => ({
  userId: user.id,
  webhookId,
});

export const listWebhooks = ({ db, user }: Call<'user'>) => listWebhookRows(db, user.id);

export const listDeliveries = (call: Call<'user'>, input: WebhookId) =>
  listEventRows(call.db, own(call, input));

/** Requires the password, so that a borrowed session leaves no listener behind. */
export async function createWebhook(call: Call<'user'>, { url, password }: CreateWebhook) {
  const { db, user, secret, receivers, clock } = call;
  if (!receivers.isAllowed(url)) throw new AppError('WEBHOOK_URL_REFUSED', { field: 'url' });
  await confirmPassword(db, { userId: user.id, password }, call);
  return db.transaction(async (tx) => {
    // Two concurrent requests must not both create the last one.
    await lockLogin(tx, { userId: user.id, sessionId: user.sessionId });
    if ((await countWebhooks(tx, user.id)) >= WEBHOOKS_MAX)
      throw new AppError('TOO_MANY_WEBHOOKS', { inputs: { count: WEBHOOKS_MAX } });
    const now = clock();
    const address = new URL(url).href;
    const webhook = await insertWebhook(tx, {
      userId: user.id,
      url: address,
      createdAt: now,
      restsUntil: now,
    });
    return { id: webhook.id, secret: secretOf(webhook, secret) };
  });
}

/** The former secret also signs for a day, so that the receiver refuses nothing meanwhile. */
export async function rotateWebhook(call: Call<'user'>, { webhookId, password }: RotateWebhook) {
  const { db, user, secret, clock } = call;
  await confirmPassword(db, { userId: user.id, password }, call);
  const until = secondsAfter(clock(), FORMER_SECRET_SECONDS);
  const webhook = await db.transaction(async (tx) => {
    await lockLogin(tx, { userId: user.id, sessionId: user.sessionId });
    return rotateSecret(tx, { userId: user.id, webhookId }, until);
  });
  if (!webhook) throw new AppError('NOT_FOUND');
  return { secret: secretOf(webhook, secret) };
}

/** Waiting events stay for when the webhook is resumed. */
export const pauseWebhook = (call: Call<'user'>, input: WebhookId) =>
  changeOwn(call, input, async (tx, { id, pausedAt }) => {
    if (!pausedAt) await updateWebhook(tx, id, { pausedAt: call.clock() });
  });

/** Sends the waiting events at once, so it counts as asking for one. */
export async function resumeWebhook(call: Call<'user'>, { webhookId }: WebhookId) {
  const known = (await listWebhooks(call)).find(({ id }) => id === webhookId);
  if (!known) throw new AppError('NOT_FOUND');
  if (!known.pausedAt) return;
  await call.rateLimits.consume(askedEvent, String(call.user.id));
  await changeOwn(call, { webhookId }, async (tx, { id, pausedAt }) => {
    if (!pausedAt) return;
    const now = call.clock();
    await updateWebhook(tx, id, { pausedAt: null, failures: 0, restsUntil: now });
    await renewWaiting(tx, id, now);
  });
}

export const removeWebhook = (call: Call<'user'>, input: WebhookId) =>
  deleteWebhook(call.db, own(call, input));

export const testWebhook = (call: Call<'user'>, { webhookId }: WebhookId) =>
  askForEvent(call, { webhookId }, (tx, now) => insertTestEvent(tx, webhookId, now));

/** The content differs each time, so that it is sent each time. */
export const testSource: WebhookSource = {
  kind: 'webhook',
  read: async (_, { id }, { clock }) => ({ webhookId: id, sentAt: clock() }),
};

export async function sendAgain(call: Call<'user'>, { eventId }: { eventId: number }) {
  const webhookId = await findEventsWebhook(call.db, { userId: call.user.id, eventId });
  if (webhookId === null) throw new AppError('NOT_FOUND');
  await askForEvent(call, { webhookId }, (tx, now) => renewEvent(tx, eventId, now));
}

async function askForEvent(
  call: Call<'user'>,
  input: WebhookId,
  ask: (tx: Database, now: Date) => Promise<void>,
) {
  await call.rateLimits.consume(askedEvent, String(call.user.id));
  await changeOwn(call, input, async (tx, { id, pausedAt }) => {
    if (pausedAt) throw new AppError('WEBHOOK_PAUSED');
    const now = call.clock();
    await ask(tx, now);
    await updateWebhook(tx, id, { restsUntil: now });
  });
}

type Own = NonNullable<Awaited<ReturnType<typeof lockOwnWebhook>>>;

const changeOwn = (
  call: Call<'user'>,
  input: WebhookId,
  change: (tx: Database, webhook: Own) => Promise<void>,
) =>
  call.db.transaction(async (tx) => {
    const webhook = await lockOwnWebhook(tx, own(call, input));
    if (!webhook) throw new AppError('NOT_FOUND');
    await change(tx, webhook);
  });

/** Secrets are derived, so that a copy of the database has none. */
type Secrets = {
  id: number;
  createdAt: Date;
  secretNumber: number;
  formerSecretUntil: Date | null;
};
type Signed = { messageId: string; body: string; now: Date };

// Includes the moment, because a restored database may use the id again.
const derive = ({ id, createdAt }: Secrets, number: number, appSecret: string) =>
  `whsec_${Buffer.from(hmac(appSecret, 'webhook', String(id), createdAt.toISOString(), String(number)), 'hex').toString('base64')}`;

export const secretOf = (webhook: Secrets, appSecret: string) =>
  derive(webhook, webhook.secretNumber, appSecret);

/** Loaded with the first event, because most servers have no webhooks. */
const library = () => import('standardwebhooks');

/** See https://www.standardwebhooks.com. During a rotation both secrets sign. */
export async function signedHeaders(
  webhook: Secrets,
  { messageId, body, now }: Signed,
  appSecret: string,
): Promise<Record<string, string>> {
  const { Webhook } = await library();
  const { secretNumber, formerSecretUntil } = webhook;
  const isRotating = formerSecretUntil !== null && now < formerSecretUntil;
  const numbers = isRotating ? [secretNumber, secretNumber - 1] : [secretNumber];
  const signatures = numbers.map((number) =>
    new Webhook(derive(webhook, number, appSecret)).sign(messageId, now, body),
  );
  return {
    'webhook-id': messageId,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  };
}
