import { confirmPassword } from '#features/accounts/server/confirm-password.ts';
import type { PasswordHasher } from '#features/accounts/server/passwords.ts';
import { lockLogin } from '#features/accounts/server/people-queries.ts';
import {
  ASKED_EVENTS_PER_MINUTE,
  FORMER_SECRET_SECONDS,
  WEBHOOKS_MAX,
} from '#features/webhooks/rules/limits.ts';
import type { CreateWebhook, RotateWebhook } from '#features/webhooks/rules/webhook.ts';
import { MINUTE_SECONDS } from '#platform/rules/durations.ts';
import { AppError } from '#platform/server/app-error.ts';
import { type Clock, secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { RateLimits, RateRule } from '#platform/server/rate-limits.ts';
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
import type { Receivers } from './receivers.ts';
import { secretOf } from './secrets.ts';
import type { WebhookSource } from './sources.ts';

type Needs = {
  clock: Clock;
  secret: string;
  rateLimits: RateLimits;
  passwords: PasswordHasher;
  receivers: Receivers;
};
type Asking = Pick<Needs, 'clock' | 'rateLimits'>;

/** Per user, for whatever sends at once. The events go to addresses of the user's choice. */
const askedEvent: RateRule = {
  name: 'askedWebhookEvent',
  points: ASKED_EVENTS_PER_MINUTE,
  seconds: MINUTE_SECONDS,
};

/** A user's webhooks, oldest first. */
export const listWebhooks = (db: Database, userId: number) => listWebhookRows(db, userId);

/** The last deliveries of a webhook, newest first; none for another user's. */
export const listDeliveries = (db: Database, own: OwnWebhook) => listEventRows(db, own);

/**
 * Begins to send events to an address, and returns the secret, the only time that it is shown.
 * Requires the password, so that a borrowed session leaves no listener behind.
 * @throws AppError WEBHOOK_URL_REFUSED, PASSWORD_WRONG, TOO_MANY_ATTEMPTS, NOT_LOGGED_IN,
 * TOO_MANY_WEBHOOKS
 */
export async function createWebhook(
  db: Database,
  { userId, sessionId, url, password }: CreateWebhook & { userId: number; sessionId: number },
  services: Needs,
): Promise<{ id: number; secret: string }> {
  if (!services.receivers.isAllowed(url))
    throw new AppError('WEBHOOK_URL_REFUSED', { field: 'url' });
  await confirmPassword(db, { userId, password }, services);
  return db.transaction(async (tx) => {
    // Two requests at once must not both make the last one.
    await lockLogin(tx, { userId, sessionId });
    if ((await countWebhooks(tx, userId)) >= WEBHOOKS_MAX)
      throw new AppError('TOO_MANY_WEBHOOKS', { inputs: { count: WEBHOOKS_MAX } });
    const now = services.clock();
    const address = new URL(url).href;
    const webhook = await insertWebhook(tx, {
      userId,
      url: address,
      createdAt: now,
      restsUntil: now,
    });
    return { id: webhook.id, secret: secretOf(webhook, services.secret) };
  });
}

/**
 * Gives a webhook a new secret, which is returned this one time. The former one signs too for a
 * day, so that the receiver refuses nothing meanwhile.
 * @throws AppError NOT_FOUND, PASSWORD_WRONG, TOO_MANY_ATTEMPTS, NOT_LOGGED_IN
 */
export async function rotateWebhook(
  db: Database,
  { userId, sessionId, webhookId, password }: RotateWebhook & { userId: number; sessionId: number },
  services: Needs,
): Promise<{ secret: string }> {
  await confirmPassword(db, { userId, password }, services);
  const until = secondsAfter(services.clock(), FORMER_SECRET_SECONDS);
  const webhook = await db.transaction(async (tx) => {
    await lockLogin(tx, { userId, sessionId });
    return rotateSecret(tx, { userId, webhookId }, until);
  });
  if (!webhook) throw new AppError('NOT_FOUND');
  return { secret: secretOf(webhook, services.secret) };
}

/**
 * Nothing more is recorded or sent. Waiting events stay for when the webhook is switched on again.
 * @throws AppError NOT_FOUND
 */
export const pauseWebhook = (db: Database, own: OwnWebhook, { clock }: { clock: Clock }) =>
  changeOwn(db, own, async (tx, { id, pausedAt }) => {
    if (!pausedAt) await updateWebhook(tx, id, { pausedAt: clock() });
  });

/**
 * Sends the waiting events at once, so it counts as asking for one. Does nothing, and counts
 * nothing, if the webhook is not paused.
 * @throws AppError NOT_FOUND, TOO_MANY_ATTEMPTS
 */
export async function resumeWebhook(
  db: Database,
  own: OwnWebhook,
  { clock, rateLimits }: Asking,
): Promise<void> {
  const webhooks = await listWebhookRows(db, own.userId);
  const known = webhooks.find(({ id }) => id === own.webhookId);
  if (!known) throw new AppError('NOT_FOUND');
  if (!known.pausedAt) return;
  await rateLimits.consume(askedEvent, String(own.userId));
  await changeOwn(db, own, async (tx, { id, pausedAt }) => {
    if (!pausedAt) return;
    const now = clock();
    await updateWebhook(tx, id, { pausedAt: null, failures: 0, restsUntil: now });
    await renewWaiting(tx, id, now);
  });
}

/** One that is gone already is not an error. */
export async function removeWebhook(db: Database, own: OwnWebhook): Promise<void> {
  await deleteWebhook(db, own);
}

/**
 * Sends a test event.
 * @throws AppError NOT_FOUND, WEBHOOK_PAUSED, TOO_MANY_ATTEMPTS
 */
export const testWebhook = (db: Database, own: OwnWebhook, services: Asking) =>
  askForEvent(db, own, services, (tx, now) => insertTestEvent(tx, own.webhookId, now));

/** The content of a test event. It differs each time, so that it is sent each time. */
export const testSource: WebhookSource<{ clock: Clock }> = {
  kind: 'webhook',
  read: async (_, { id }, { clock }) => ({ webhookId: id, sentAt: clock() }),
};

/**
 * Sends an event again, with the same id and body.
 * @throws AppError NOT_FOUND, WEBHOOK_PAUSED, TOO_MANY_ATTEMPTS
 */
export async function sendAgain(
  db: Database,
  { userId, eventId }: { userId: number; eventId: number },
  services: Asking,
) {
  const webhookId = await findEventsWebhook(db, { userId, eventId });
  if (webhookId === null) throw new AppError('NOT_FOUND');
  await askForEvent(db, { userId, webhookId }, services, (tx, now) => renewEvent(tx, eventId, now));
}

async function askForEvent(
  db: Database,
  own: OwnWebhook,
  { clock, rateLimits }: Asking,
  ask: (tx: Database, now: Date) => Promise<void>,
) {
  await rateLimits.consume(askedEvent, String(own.userId));
  await changeOwn(db, own, async (tx, { id, pausedAt }) => {
    if (pausedAt) throw new AppError('WEBHOOK_PAUSED');
    const now = clock();
    await ask(tx, now);
    await updateWebhook(tx, id, { restsUntil: now });
  });
}

type Own = NonNullable<Awaited<ReturnType<typeof lockOwnWebhook>>>;

async function changeOwn(
  db: Database,
  own: OwnWebhook,
  change: (tx: Database, webhook: Own) => Promise<void>,
) {
  await db.transaction(async (tx) => {
    const webhook = await lockOwnWebhook(tx, own);
    if (!webhook) throw new AppError('NOT_FOUND');
    await change(tx, webhook);
  });
}
