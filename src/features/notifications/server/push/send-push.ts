import { createHash } from 'node:crypto';
import { PUSH_PAYLOAD_MAX_BYTES } from '#features/notifications/rules/limits.ts';
import {
  afterQuietHours,
  type NoticeKinds,
  noticeText,
} from '#features/notifications/rules/notice.ts';
import type { PushOutcome, WebPush } from '#platform/server/adapters/web-push.ts';
import { type Clock, secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { Logger } from '#platform/server/log.ts';
import type { Metrics } from '#platform/server/metrics.ts';
import {
  delayPush,
  delayPushes,
  deleteGoneSubscription,
  deletePushes,
  leasePushes,
  type PushRow,
  readPushes,
} from './queries.ts';

export type PushNeeds = {
  clock: Clock;
  log: Logger;
  webPush: WebPush;
  metrics: Metrics;
  notices: NoticeKinds;
};
export type DuePush = PushRow & { attempts: number; expiresAt: Date };

/**
 * Longer than the adapter's deadline. If a process dies, its messages become available again when
 * the lease expires.
 */
const LEASE_SECONDS = 60;
const RETRY_BASE_SECONDS = 5;
const RETRY_MAX_SECONDS = 3600;

/**
 * Leases up to `limit` due messages. Deletes those that are no longer needed. Delays until the
 * morning those that an outage of the service or of the server has carried into the night.
 */
export async function takePushes(
  db: Database,
  limit: number,
  { clock, notices }: Pick<PushNeeds, 'clock' | 'notices'>,
) {
  const now = clock();
  const leased = await leasePushes(db, {
    now,
    leasedUntil: secondsAfter(now, LEASE_SECONDS),
    limit,
  });
  if (leased.length === 0) return { taken: 0, due: [] };
  const rows = new Map(
    (await readPushes(db, { ids: leased.map(({ id }) => id), now })).map((row) => [row.id, row]),
  );
  const awaited = leased.flatMap((message): DuePush[] => {
    const row = rows.get(message.id);
    return row && isWanted(row, notices) ? [{ ...row, ...message }] : [];
  });
  const kept = new Set(awaited.map(({ id }) => id));
  const pointless = leased.flatMap(({ id }) => (kept.has(id) ? [] : [id]));
  if (pointless.length > 0) await deletePushes(db, pointless);
  const until = afterQuietHours(now);
  const mayGo = (push: DuePush) => until <= now || isUrgent(push, notices);
  const early = awaited.filter((push) => !mayGo(push));
  if (early.length > 0)
    await delayPushes(db, { ids: early.map(({ id }) => id), availableAt: until });
  return { taken: leased.length, due: awaited.filter(mayGo) };
}

function isWanted({ kind, unwanted }: PushRow, notices: NoticeKinds) {
  const topic = notices.get(kind)?.topic;
  return topic === undefined || !unwanted.includes(topic);
}

const isUrgent = ({ kind }: PushRow, notices: NoticeKinds) => notices.get(kind)?.isUrgent === true;

/**
 * Sends one message at least once, outside any transaction: if a process is killed between sending
 * and deleting, it is sent again.
 */
export async function sendPush(db: Database, push: DuePush, services: PushNeeds): Promise<void> {
  const { log, metrics } = services;
  const outcome = await trySending(push, services);
  metrics.pushes.inc({ outcome: outcome.kind });
  if (outcome.kind === 'later') return delay(db, { push, outcome }, services);
  if (outcome.kind === 'gone')
    await deleteGoneSubscription(db, { id: push.subscriptionId, auth: push.auth });
  if (outcome.kind === 'refused') {
    log.warn(
      { service: new URL(push.endpoint).host, reason: outcome.reason },
      'a push service refused a notification',
    );
  }
  await deletePushes(db, [push.id]);
}

async function trySending(
  push: DuePush,
  { clock, webPush, notices }: PushNeeds,
): Promise<PushOutcome> {
  const { kind, language, endpoint, p256dh, auth, subject, expiresAt } = push;
  const text = noticeText(notices, push, language);
  if (text === null) return { kind: 'refused', reason: `no text for ${kind}` };
  const payload = JSON.stringify({
    title: 'SokoShamba',
    text: shortened(text),
    href: push.link,
    tag: subject,
  });
  const ttlSeconds = Math.max(0, Math.floor((expiresAt.getTime() - clock().getTime()) / 1000));
  const isFast = isUrgent(push, notices) || notices.get(kind)?.topic === 'messages';
  return webPush.send(
    { endpoint, p256dh, auth },
    { payload, ttlSeconds, urgency: isFast ? 'high' : 'normal', topic: topicOf(subject) },
  );
}

/** A browser that was off gets only the newest notification of each topic. */
const topicOf = (subject: string) =>
  createHash('sha256').update(subject).digest('base64url').slice(0, 32);

const TEXT_MAX_BYTES = PUSH_PAYLOAD_MAX_BYTES / 2;

/** Only a safeguard, because texts are one sentence with a product name of limited length. */
function shortened(text: string): string {
  if (Buffer.byteLength(text) <= TEXT_MAX_BYTES) return text;
  // A character has at most four bytes.
  return `${[...text].slice(0, Math.floor(TEXT_MAX_BYTES / 4)).join('')}…`;
}

type Delay = { push: DuePush; outcome: Extract<PushOutcome, { kind: 'later' }> };

async function delay(
  db: Database,
  { push: { id, attempts, endpoint }, outcome }: Delay,
  { clock, log }: PushNeeds,
) {
  const backoff = RETRY_BASE_SECONDS * 2 ** (attempts - 1);
  const delaySeconds = Math.min(
    Math.max(backoff, outcome.retryAfterSeconds ?? 0),
    RETRY_MAX_SECONDS,
  );
  const service = new URL(endpoint).host;
  log.info(
    { service, reason: outcome.reason, attempts, delaySeconds },
    'a notification was not taken and is tried again',
  );
  await delayPush(db, { id, availableAt: secondsAfter(clock(), delaySeconds) });
}
