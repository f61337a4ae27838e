import { DAY_SECONDS } from '#rules/limits.ts';
import { within } from '#server/db/deadlines.ts';
import { repeatWhenDue, secondsAfter } from './clock.ts';
import type { Connection } from './database.ts';
import { LIVE_KNOWN_SECONDS, type LiveDatabase } from './live-database.ts';
import {
  delayKinds,
  delayMessage,
  deleteMessage,
  holdMessage,
  insertMessages,
  leaseMessages,
  type OutboxRow,
} from './outbox-queries.ts';

export type OutboxKind<Payload extends object> = {
  (payload: Payload): OutboxMessage;
  kind: string;
  lane: Lane;
};

/** With `leadSeconds` it goes before messages of its lane that came up to so much earlier. */
export type OutboxMessage = {
  kind: string;
  payload: object;
  validSeconds: number;
  leadSeconds?: number;
};

type Rules = {
  /** Stored with each message, so don't rename it. */
  kind: string;
  lane: Lane;
  validSeconds: number;
};

/** Payloads contain no secrets. */
export function outboxKind<Payload extends object>({
  kind,
  lane,
  validSeconds,
}: Rules): OutboxKind<Payload> {
  return Object.assign((payload: Payload) => ({ kind, payload, validSeconds }), { kind, lane });
}

/** The message is handled if and only if the caller's transaction commits. */
export const putInOutbox = (db: Database, message: OutboxMessage, now: Date) =>
  putAllInOutbox(db, [message], now);

export const putAllInOutbox = (db: Database, messages: OutboxMessage[], now: Date) =>
  insertMessages(db, outboxRows(messages, now));

export const outboxRows = (messages: OutboxMessage[], now: Date): OutboxRow[] =>
  messages.map(({ kind, payload, validSeconds, leadSeconds = 0 }) => ({
    kind,
    payload,
    createdAt: now,
    availableAt: secondsAfter(now, -leadSeconds),
    expiresAt: secondsAfter(now, validSeconds),
  }));

export const handledBy = <Payload extends object>(
  { kind, lane }: OutboxKind<Payload>,
  handle: (db: Database, payload: Payload & Delivery, services: Services) => Promise<void>,
): OutboxHandler => ({
  kind,
  lane,
  handle: handle as OutboxHandler['handle'],
});

/** Longer than any lane's deadline. */
const LEASE_SECONDS = 60;

/** Older messages to users wait for the operator's decision. */
const HELD_AFTER_SECONDS = DAY_SECONDS;
const RETRY_BASE_SECONDS = 2;
const RETRY_MAX_SECONDS = 300;

/** With `laneUntil`, the whole lane waits. */
export class NotNow extends Error {
  readonly until: Date;
  readonly laneUntil: Date | undefined;
  constructor(until: Date, { laneUntil }: { laneUntil?: Date } = {}) {
    super(`Not before ${until.toISOString()}`);
    this.until = until;
    this.laneUntil = laneUntil;
  }
}

const kindsOf = ({ handlers }: StaffedLane) => handlers.map(({ kind }) => kind);

type Wanted = { lane: StaffedLane; limit: number };

/** For all lanes in one statement. `dueAt`: when the next of their messages is due. */
export async function takeMessages(
  db: Database,
  wanted: Wanted[],
  { clock }: Pick<Services, 'clock'>,
) {
  const now = clock();
  const leasedUntil = secondsAfter(now, LEASE_SECONDS);
  const kinds = wanted.flatMap(({ lane, limit }, at) =>
    kindsOf(lane).map((kind) => ({ kind, lane: at, limit })),
  );
  const { messages, dueAt } = await leaseMessages(db, { kinds, now, leasedUntil });
  const laneOf = new Map(kinds.map(({ kind, lane }) => [kind, wanted[lane]?.lane]));
  const taken = messages.flatMap((message) => {
    const lane = laneOf.get(message.kind);
    return lane ? [{ message, lane }] : [];
  });
  return { taken, dueAt };
}

type Taken = Awaited<ReturnType<typeof takeMessages>>['taken'][number];

/**
 * At least once, and outside any transaction, so that a slow mail server holds no connection. After
 * an outage, or on a restored copy, a message to a user may come too late to make sense, so an old
 * one is held.
 */
export async function handleMessage(
  db: Database,
  { message, lane }: Taken,
  services: Services,
): Promise<'done' | 'delayed'> {
  const { id, kind, payload, attempts, createdAt, expiresAt } = message;
  const { clock, log } = services;
  if (lane.isOutgoing && secondsAfter(createdAt, HELD_AFTER_SECONDS) <= clock()) {
    log.warn({ kind, id }, 'a message to a person is a day old and waits for the operator');
    await holdMessage(db, { id, expiresAt });
    return 'done';
  }
  try {
    const handler = lane.handlers.find((one) => one.kind === kind);
    if (!handler) throw new Error(`Nothing handles outbox messages of kind ${kind}`);
    const handling = handler.handle(
      db,
      { ...(payload as object), attempt: attempts, expiresAt },
      services,
    );
    const what = `an outbox message of kind ${kind}`;
    await within(handling, { what, milliseconds: lane.deadlineSeconds * 1000 });
    await deleteMessage(db, id);
    return 'done';
  } catch (error) {
    if (error instanceof NotNow) {
      await delayMessage(db, { id, availableAt: error.until });
      if (error.laneUntil)
        await delayKinds(db, { kinds: kindsOf(lane), availableAt: error.laneUntil });
      return 'delayed';
    }
    const delaySeconds = Math.min(RETRY_BASE_SECONDS * 2 ** (attempts - 1), RETRY_MAX_SECONDS);
    log.warn(
      { err: error, kind, attempts, delaySeconds },
      'an outbox message failed and is tried again',
    );
    await delayMessage(db, { id, availableAt: secondsAfter(clock(), delaySeconds) });
    return 'delayed';
  }
}

/** A lane leases several messages at once when this part of it is free. */
const LEAST_FREE = 0.25;

type Outgoing = Services & { live: LiveDatabase; listen: Connection['listen'] };

/**
 * One loop for all lanes. It asks when messages are announced or due, or a lane that had more is
 * free.
 */
export function startOutbox(db: Database, lanes: readonly StaffedLane[], services: Outgoing) {
  const { clock, listen, log } = services;
  const onError = { log, text: 'the outbox could not be read' };
  const places = lanes.map((lane) => ({ lane, running: new Set<Promise<void>>(), hasMore: false }));
  const isFree = ({ lane, running }: (typeof places)[number]) =>
    lane.atOnce - running.size >= lane.atOnce * LEAST_FREE;

  const rounds = repeatWhenDue(
    async () => {
      const isLive = await services.live.isLive();
      const open = places.filter(({ lane }) => isLive || !lane.isOutgoing);
      const wanted = open
        .filter(isFree)
        .map(({ lane, running }) => ({ lane, limit: lane.atOnce - running.size }));
      const { taken, dueAt } = await takeMessages(db, wanted, services);
      for (const place of open) {
        const messages = taken.filter(({ lane }) => lane === place.lane);
        const limit = wanted.find(({ lane }) => lane === place.lane)?.limit ?? 0;
        place.hasMore = messages.length === limit;
        for (const one of messages) handle(one, place);
      }
      if (isLive) return dueAt;
      // The announcement that this database is live may come while the former answer is still used.
      const again = secondsAfter(clock(), LIVE_KNOWN_SECONDS);
      return dueAt && dueAt < again ? dueAt : again;
    },
    { clock, listen, tables: ['outbox_messages'], onError },
  );

  function handle(one: Taken, place: (typeof places)[number]) {
    const handling = handleMessage(db, one, services)
      .catch((error): 'delayed' => {
        log.warn({ err: error, lane: place.lane.name }, onError.text);
        return 'delayed';
      })
      .then((outcome) => {
        place.running.delete(handling);
        if (outcome === 'delayed' || (place.hasMore && isFree(place))) rounds.wake();
      });
    place.running.add(handling);
  }

  return {
    async stop() {
      await rounds.stop();
      await Promise.all(places.flatMap(({ running }) => [...running]));
    },
  };
}

declare global {
  interface Services {
    outbox: readonly OutboxHandler[];
  }
}

/** A service that hangs delays only its own lane. */
export type Lane = {
  name: string;
  atOnce: number;
  /**
   * Exceeds the handlers' own timeouts, and is shorter than LEASE_SECONDS, so that no other process
   * has the message by then.
   */
  deadlineSeconds: number;
  /** Waits while the database is not the live one. */
  isOutgoing?: true;
};

/** The mailer's timeout is 5 s. */
export const letters: Lane = {
  name: 'letters',
  atOnce: 20,
  deadlineSeconds: 15,
  isOutgoing: true,
};

export const fromPhones: Lane = { name: 'fromPhones', atOnce: 10, deadlineSeconds: 30 };

export type Delivery = {
  /** After the first, part of the work may already be done. */
  attempt: number;
  expiresAt: Date;
};

export type OutboxHandler = {
  kind: string;
  lane: Lane;
  handle: (db: Database, payload: Delivery, services: Services) => Promise<void>;
};

export type StaffedLane = Lane & { handlers: readonly OutboxHandler[] };

export const outboxLanes = (handlers: readonly OutboxHandler[]): StaffedLane[] =>
  [...new Set(handlers.map(({ lane }) => lane))].map((lane) => ({
    ...lane,
    handlers: handlers.filter((handler) => handler.lane === lane),
  }));
