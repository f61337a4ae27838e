import { createHash, ECDH } from 'node:crypto';
import { lockLogin } from '#accounts/server/people-queries.ts';
import { MINUTE_SECONDS } from '#rules/limits.ts';
import { canonicalEndpoint, type PushOutcome } from '#server/adapters/web-push.ts';
import { AppError } from '#server/app-error.ts';
import { secondsAfter } from '#server/clock.ts';
import { retryTransaction } from '#server/database.ts';
import { type Delivery, type Lane, NotNow, outboxKind, putAllInOutbox } from '#server/outbox.ts';
import type { Subscribe } from '../contract.ts';
import {
  afterQuietHours,
  noticeText,
  PUSH_PAYLOAD_MAX_BYTES,
  PUSH_VALIDITY_SECONDS,
} from '../rules/notice.ts';
import {
  deleteGoneSubscription,
  deleteOthersOfSession,
  deleteOwnSubscription,
  deletePushesLeft,
  deleteSubscriptionAt,
  deleteSurplusSubscriptions,
  findPush,
  listSubscriptions,
  type Push,
  type PushKey,
  upsertSubscription,
} from './channel-queries.ts';

/** The adapter's timeout is 10 s. */
export const pushes: Lane = { name: 'pushes', atOnce: 40, deadlineSeconds: 30, isOutgoing: true };

/** Written by `notify`'s statement (notice-queries.ts). */
export const noticePush = outboxKind<PushKey>({
  kind: 'noticePush',
  lane: pushes,
  validSeconds: PUSH_VALIDITY_SECONDS,
});

const RETRY_BASE_SECONDS = 5;
const RETRY_MAX_SECONDS = 3600;

export async function sendPush(
  db: Database,
  { attempt, expiresAt, ...key }: PushKey & Delivery,
  services: Services,
) {
  const { clock, log, metrics, notices } = services;
  const now = clock();
  const push = await findPush(db, { ...key, now });
  const kind = push && notices.get(push.kind);
  if (!push || (kind && push.unwanted.includes(kind.topic))) return;
  const until = afterQuietHours(now, { isUrgent: kind?.isUrgent });
  if (until > now) throw new NotNow(until);
  const outcome = await send(push, { expiresAt, now }, services);
  metrics.pushes.inc({ outcome: outcome.kind });
  const service = new URL(push.endpoint).host;
  if (outcome.kind === 'later') {
    const backoff = RETRY_BASE_SECONDS * 2 ** (attempt - 1);
    const delaySeconds = Math.min(
      Math.max(backoff, outcome.retryAfterSeconds ?? 0),
      RETRY_MAX_SECONDS,
    );
    log.info(
      { service, reason: outcome.reason, attempt, delaySeconds },
      'a notification was not taken and is tried again',
    );
    throw new NotNow(secondsAfter(clock(), delaySeconds));
  }
  if (outcome.kind === 'gone')
    await deleteGoneSubscription(db, { id: key.subscriptionId, auth: push.auth });
  if (outcome.kind === 'refused')
    log.warn({ service, reason: outcome.reason }, 'a push service refused a notification');
}

async function send(
  push: Push,
  { expiresAt, now }: { expiresAt: Date; now: Date },
  { webPush, notices }: Pick<Services, 'webPush' | 'notices'>,
): Promise<PushOutcome> {
  const { kind, language, endpoint, p256dh, auth, subject } = push;
  const text = noticeText(notices, push, language);
  if (text === null) return { kind: 'refused', reason: `no text for ${kind}` };
  const payload = JSON.stringify({
    title: 'SokoShamba',
    text: shortened(text),
    href: push.link,
    tag: subject,
  });
  const ttlSeconds = Math.max(0, Math.floor((expiresAt.getTime() - now.getTime()) / 1000));
  const rules = notices.get(kind);
  const isFast = rules?.isUrgent || rules?.topic === 'messages';
  return webPush.send(
    { endpoint, p256dh, auth },
    { payload, ttlSeconds, urgency: isFast ? 'high' : 'normal', topic: topicOf(subject) },
  );
}

/** A browser that was off gets only the newest notification of each topic. */
const topicOf = (subject: string) =>
  createHash('sha256').update(subject).digest('base64url').slice(0, 32);

const TEXT_MAX_BYTES = PUSH_PAYLOAD_MAX_BYTES / 2;

/** A safeguard: texts are one sentence with a short product name. */
function shortened(text: string) {
  if (Buffer.byteLength(text) <= TEXT_MAX_BYTES) return text;
  // A character has at most four bytes.
  return `${[...text].slice(0, Math.floor(TEXT_MAX_BYTES / 4)).join('')}…`;
}

export const getPushKey = async ({ webPush: { publicKey } }: Call<'user'>) => ({ publicKey });

/** Deletes the browsers renewed longest ago beyond PUSH_DEVICES_MAX. */
export async function subscribeDevice(
  { db, user, clock, webPush }: Call<'user'>,
  { endpoint, keys: { p256dh, auth } }: Subscribe,
) {
  const { id: userId, sessionId } = user;
  if (!webPush.isKnownService(endpoint))
    throw new AppError('PUSH_ENDPOINT_REFUSED', { field: 'endpoint' });
  if (!isOnCurve(p256dh)) throw new AppError('INVALID_INPUT', { field: 'keys' });
  const now = clock();
  const at = { endpoint: canonicalEndpoint(endpoint) };
  await retryTransaction(db, async (tx) => {
    await lockLogin(tx, { userId, sessionId });
    const subscription = {
      userId,
      sessionId,
      ...at,
      p256dh,
      auth,
      createdAt: now,
      renewedAt: now,
    };
    if (!(await upsertSubscription(tx, subscription)))
      throw new AppError('PUSH_ENDPOINT_REFUSED', { field: 'endpoint' });
    await deleteOthersOfSession(tx, { sessionId, ...at });
    await deleteSurplusSubscriptions(tx, userId);
  });
  return {};
}

function isOnCurve(p256dh: string) {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url');
    return true;
  } catch {
    return false;
  }
}

export async function unsubscribeDevice(
  { db, user }: Call<'user'>,
  { endpoint }: { endpoint: string },
) {
  await deleteSubscriptionAt(db, { userId: user.id, endpoint: canonicalEndpoint(endpoint) });
  return {};
}

export async function listDevices({ db, user }: Call<'user'>) {
  const rows = await listSubscriptions(db, user.id);
  return {
    devices: rows.map(({ sessionId, ...device }) => ({
      ...device,
      isThis: sessionId === user.sessionId,
    })),
  };
}

export async function removeDevice(call: Call<'user'>, { id }: { id: number }) {
  const isDeleted = await deleteOwnSubscription(call.db, { userId: call.user.id, id });
  if (!isDeleted) throw new AppError('NOT_FOUND');
  return listDevices(call);
}

const LEFT_SECONDS = 5 * MINUTE_SECONDS;

export async function moveLeftPushes(db: Database, now: Date) {
  await db.transaction(async (tx) => {
    const left = await deletePushesLeft(tx, secondsAfter(now, -LEFT_SECONDS));
    if (left.length > 0) await putAllInOutbox(tx, left.map(noticePush), now);
  });
}
