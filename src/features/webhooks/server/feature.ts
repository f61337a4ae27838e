import { notify } from '#notifications/server/inbox.ts';
import { repeatWhenDue, secondsAfter } from '#server/clock.ts';
import { retryTransaction } from '#server/database.ts';
import { isDatabaseUnavailable, isTooSlow } from '#server/db/deadlines.ts';
import { sha256 } from '#server/hashes.ts';
import { handledBy, type Lane, outboxKind, putAllInOutbox } from '#server/outbox.ts';
import {
  EVENTS_KEPT_SECONDS,
  FAILING_SECONDS,
  PAUSES_SECONDS,
  SUBJECTS_KEPT_SECONDS,
  webhookFailedNotice,
} from '../rules.ts';
import { signedHeaders, testSource } from './manage-webhooks.ts';
import {
  countEvent,
  deleteEvent,
  deleteEventsBefore,
  deleteSubjectsBefore,
  updateEvent,
} from './queries.ts';
import type { Delivered } from './receivers.ts';
import { webhookData } from './tables.ts';
import {
  endTurn,
  findNextTurn,
  findTurn,
  type LockedEvent,
  leaseWebhooks,
  listNextEvents,
  lockEvent,
  type Turn,
  type TurnWebhook,
} from './turn-queries.ts';

const settingsOf: Record<Role, string> = {
  buyer: '/buyer-dashboard?tab=profile#programs',
  farmer: '/farmer/dashboard?tab=settings#programs',
};

/** After this a turn makes room for other users' webhooks. */
const SENDING_SECONDS = 25;

/** A turn stops early, so that no other process sends while it awaits an answer. */
const LEASE_MARGIN_SECONDS = 10;
const EVENTS_AT_ONCE = 50;
const REST_BASE_SECONDS = 2;
const REST_MAX_SECONDS = 300;

async function sendEvents(
  db: Database,
  { webhookId, until }: { webhookId: number; until: string },
  services: Services,
) {
  const { clock } = services;
  const turn = { webhookId, until: new Date(until) };
  const webhook = await findTurn(db, turn);
  if (!webhook) return;
  const endsAt = Math.min(
    secondsAfter(clock(), SENDING_SECONDS).getTime(),
    secondsAfter(turn.until, -LEASE_MARGIN_SECONDS).getTime(),
  );
  for await (const eventId of dueEvents(db, turn, services)) {
    const event = await readOrPostpone(db, { eventId, turn, webhook }, services);
    if (clock().getTime() >= endsAt) break;
    if (!event) continue;
    const delivered = await deliver(webhook, event, services);
    const now = clock();
    if (delivered.problem !== null) {
      await db.transaction(async (tx) => {
        const { isPaused } = await failEvent(tx, { webhook, event, delivered }, now);
        await rest(tx, { turn, webhook, isPaused }, now);
      });
      return;
    }
    const accepted = { state: 'delivered' as const, failingSince: null, lastProblem: null };
    await updateEvent(db, event.id, { ...accepted, ...attemptOf(event, delivered, now) });
    webhook.lastAcceptedAt = now;
  }
  // Only here: a receiver that accepts one event and hangs on the next must rest longer each time.
  const { lastAcceptedAt } = webhook;
  await endTurn(db, turn, { failures: 0, lastAcceptedAt, leasedUntil: clock() });
}

async function* dueEvents(db: Database, turn: Turn, { clock }: Pick<Services, 'clock'>) {
  for (let found = EVENTS_AT_ONCE; found === EVENTS_AT_ONCE; ) {
    const next = await listNextEvents(db, turn, { now: clock(), limit: EVENTS_AT_ONCE });
    for (const { id } of next) yield id;
    found = next.length;
  }
}

/**
 * An event whose subject cannot be read is tried again later, holds up no other subject, and is not
 * given up for a fault of the database. While the database is away, this throws, and the outbox
 * repeats the turn.
 */
async function readOrPostpone(db: Database, sending: Sending, services: Services) {
  try {
    return await retryTransaction(db, (tx) => readyEvent(tx, sending, services));
  } catch (error) {
    const { eventId, turn, webhook } = sending;
    services.log.error({ err: error, eventId }, 'the subject of a webhook event could not be read');
    const delivered = { problem: 'unreadable', status: null } as const;
    // A subject that is always too slow to read must be given up too.
    const isPassing = isDatabaseUnavailable(error) && !isTooSlow(error);
    await db.transaction(async (tx) => {
      const event = await lockEvent(tx, eventId, turn);
      if (event) await failEvent(tx, { webhook, event, delivered, isPassing }, services.clock());
    });
    return null;
  }
}

async function deliver(
  webhook: TurnWebhook,
  { messageId, body }: ReadyEvent,
  { clock, secret, receivers }: Services,
) {
  const headers = await signedHeaders(webhook, { messageId, body, now: clock() }, secret);
  return receivers.post(webhook.url, { headers, body });
}

type Resting = { turn: Turn; webhook: TurnWebhook; isPaused: boolean };

/** The webhook rests longer each time. */
async function rest(tx: Database, { turn, webhook, isPaused }: Resting, now: Date) {
  const { failures, lastAcceptedAt } = webhook;
  const restSeconds = Math.min(REST_BASE_SECONDS * 2 ** failures, REST_MAX_SECONDS);
  await endTurn(tx, turn, {
    leasedUntil: now,
    failures: failures + 1,
    restsUntil: secondsAfter(now, restSeconds),
    lastAcceptedAt,
    ...(isPaused && { pausedAt: now }),
  });
}

type Sending = { eventId: number; turn: Turn; webhook: TurnWebhook };

/**
 * Writes the body once, before the first attempt. Null if the turn is over, the subject is gone, or
 * the webhook was last told the same.
 */
async function readyEvent(tx: Database, { eventId, turn, webhook }: Sending, services: Services) {
  // Waits for transactions whose change this event covers (changesForWebhooks).
  const event = await lockEvent(tx, eventId, turn);
  if (!event) return null;
  if (event.body !== null) return { ...event, body: event.body };
  const { type, subject } = event;
  const data = await readSubject(tx, { subject, userId: webhook.userId }, services);
  const dataHash = data && sha256(JSON.stringify(data));
  const now = services.clock();
  const sequence =
    dataHash && (await countEvent(tx, { webhookId: webhook.id, subject, dataHash, toldAt: now }));
  if (!sequence) {
    await deleteEvent(tx, event.id);
    return null;
  }
  const timestamp = now.toISOString();
  const body = JSON.stringify({ type, timestamp, subject, sequence, data });
  await updateEvent(tx, event.id, { sequence, body });
  return { ...event, body };
}

type ReadyEvent = NonNullable<Awaited<ReturnType<typeof readyEvent>>>;

async function readSubject(
  tx: Database,
  { subject, userId }: { subject: string; userId: number },
  services: Services,
) {
  const [kind, id] = subject.split('/');
  const source = services.webhookSources.find((one) => one.kind === kind);
  return (await source?.read(tx, { id: Number(id), userId }, services)) ?? null;
}

/** `isPassing`: the database failed, which says nothing about the event or its receiver. */
type Failure = {
  webhook: TurnWebhook;
  event: LockedEvent;
  delivered: Delivered;
  isPassing?: boolean;
};

const attemptOf = ({ attempts }: LockedEvent, { status }: Delivered, now: Date) => ({
  attempts: attempts + 1,
  lastTriedAt: now,
  lastStatus: status,
});

/**
 * Gives an event up after three days of lasting failures. Returns whether to pause the webhook: its
 * receiver has accepted nothing since.
 */
async function failEvent(
  tx: Database,
  { webhook, event, delivered, isPassing = false }: Failure,
  now: Date,
) {
  const { id, lastAcceptedAt, userId, role, url } = webhook;
  const failingSince = event.failingSince ?? now;
  const isGivenUp = !isPassing && secondsAfter(failingSince, FAILING_SECONDS) <= now;
  const isReceiversFault = delivered.problem !== 'unreadable';
  const isPaused =
    isGivenUp && isReceiversFault && (lastAcceptedAt === null || lastAcceptedAt < failingSince);
  const pause = PAUSES_SECONDS[event.attempts] ?? PAUSES_SECONDS[PAUSES_SECONDS.length - 1] ?? 0;
  await updateEvent(tx, event.id, {
    ...attemptOf(event, delivered, now),
    lastProblem: delivered.problem,
    ...(!isPassing && { failingSince }),
    dueAt: secondsAfter(now, pause),
    ...(isGivenUp && { state: 'failed' }),
  });
  if (isGivenUp) {
    const notice = {
      kind: webhookFailedNotice,
      userIds: [userId],
      subject: `webhook/${id}`,
      link: settingsOf[role],
      facts: { host: new URL(url).host, isPaused },
    };
    await notify(tx, [notice], now);
  }
  return { isPaused };
}

const lane: Lane = { name: 'webhooks', atOnce: 20, deadlineSeconds: 45, isOutgoing: true };

/** Longer than a message of the lane can take. Then another process takes over. */
const TURN_SECONDS = 60;
const TURNS_AT_ONCE = 100;

/** `until`: the end of the lease, which identifies the turn. */
const webhookDue = outboxKind<{ webhookId: number; until: string }>({
  kind: 'webhookDue',
  lane,
  validSeconds: TURN_SECONDS,
});

/**
 * One outbox message per webhook with due events, whose handler sends them in sequence. So a
 * webhook has one sender, and a person whose receivers hang occupies one slot of the lane. Returns
 * when the next turn is due.
 */
export async function giveTurns(db: Database, { clock }: { clock: Clock }) {
  const now = clock();
  const dueAt = await findNextTurn(db);
  if (!dueAt || dueAt > now) return dueAt;
  await db.transaction(async (tx) => {
    const until = secondsAfter(now, TURN_SECONDS);
    const leased = await leaseWebhooks(tx, { now, until, limit: TURNS_AT_ONCE });
    const messages = leased.map(({ webhookId }) =>
      webhookDue({ webhookId, until: until.toISOString() }),
    );
    await putAllInOutbox(tx, messages, now);
  });
  return findNextTurn(db);
}

const startGivingTurns = (db: Database, { live, log, clock, listen }: RunningServices) =>
  repeatWhenDue(async () => ((await live.isLive()) ? giveTurns(db, { clock }) : null), {
    clock,
    listen,
    tables: ['webhook_events'],
    onError: { log, text: 'due webhooks could not be read' },
  });

export const webhooks = {
  notices: [webhookFailedNotice],
  webhookSources: [testSource],
  personalData: webhookData,
  async prune(db: Database, now: Date) {
    await deleteEventsBefore(db, secondsAfter(now, -EVENTS_KEPT_SECONDS));
    await deleteSubjectsBefore(db, secondsAfter(now, -SUBJECTS_KEPT_SECONDS));
  },
  outbox: [handledBy(webhookDue, sendEvents)],
  start: (db: Database, services: RunningServices) => [startGivingTurns(db, services)],
} satisfies Feature;
