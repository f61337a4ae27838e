import { DAY_SECONDS } from '#platform/rules/durations.ts';
import { type Clock, secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { within } from '#platform/server/db/deadlines.ts';
import type { Logger } from '#platform/server/log.ts';
import type { Delivery, OutboxHandler, StaffedLane } from './lanes.ts';
import type { OutboxKind } from './put-in-outbox.ts';
import { delayKinds, delayMessage, deleteMessage, holdMessage, leaseMessages } from './queries.ts';

export const handledBy = <Payload extends object, Needs>(
  { kind, lane }: OutboxKind<Payload>,
  handle: (db: Database, payload: Payload & Delivery, services: Needs) => Promise<void>,
): OutboxHandler<Needs> => ({
  kind,
  lane,
  handle: handle as OutboxHandler<Needs>['handle'],
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

const kindsOf = ({ handlers }: StaffedLane<never>) => handlers.map(({ kind }) => kind);

type Message = Awaited<ReturnType<typeof leaseMessages>>[number];
type Needs = { clock: Clock; log: Logger };

export async function takeMessages(
  db: Database,
  { lane, limit }: { lane: StaffedLane<never>; limit: number },
  { clock }: Pick<Needs, 'clock'>,
) {
  const now = clock();
  return leaseMessages(db, {
    kinds: kindsOf(lane),
    now,
    leasedUntil: secondsAfter(now, LEASE_SECONDS),
    limit,
  });
}

/**
 * At least once, and outside any transaction, so that a slow mail server holds no connection. After
 * an outage, or on a restored copy, a message to a user may come too late to make sense, so an old
 * one is held.
 */
export async function handleMessage<Services extends Needs>(
  db: Database,
  { message, lane }: { message: Message; lane: StaffedLane<Services> },
  services: Services,
) {
  const { id, kind, payload, attempts, createdAt, expiresAt } = message;
  const { clock, log } = services;
  if (lane.isOutgoing && secondsAfter(createdAt, HELD_AFTER_SECONDS) <= clock()) {
    log.warn({ kind, id }, 'a message to a person is a day old and waits for the operator');
    return holdMessage(db, { id, expiresAt });
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
  } catch (error) {
    if (error instanceof NotNow) {
      await delayMessage(db, { id, availableAt: error.until });
      if (error.laneUntil)
        await delayKinds(db, { kinds: kindsOf(lane), availableAt: error.laneUntil });
      return;
    }
    const delaySeconds = Math.min(RETRY_BASE_SECONDS * 2 ** (attempts - 1), RETRY_MAX_SECONDS);
    log.warn(
      { err: error, kind, attempts, delaySeconds },
      'an outbox message failed and is tried again',
    );
    await delayMessage(db, { id, availableAt: secondsAfter(clock(), delaySeconds) });
  }
}
