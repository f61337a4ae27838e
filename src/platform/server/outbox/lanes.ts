import type { Database } from '#platform/server/db/database.ts';

declare module '#platform/server/trpc/context.ts' {
  interface Services {
    /** The handlers of all features' outbox messages. */
    outbox: readonly OutboxHandler<Services>[];
  }
}

/**
 * Each lane has its own slots, so that a service that hangs delays no messages to another one. A
 * feature declares its lanes.
 */
export type Lane = {
  name: string;
  /** How many messages of the lane one process handles at the same time. */
  atOnce: number;
  /**
   * After this time a message counts as failed, and the next one takes its slot. It ends handlers
   * that hang, so it exceeds the timeouts within them. Shorter than LEASE_SECONDS, so that no other
   * process has the message by then.
   */
  deadlineSeconds: number;
  /** The messages go to users, so they wait while the database is not the live one. */
  isOutgoing?: true;
};

/** Mails. The mailer's timeout is 5 s. */
export const letters: Lane = {
  name: 'letters',
  atOnce: 20,
  deadlineSeconds: 15,
  isOutgoing: true,
};

/** Incoming SMS, and the delivery reports of the SMS service. */
export const fromPhones: Lane = { name: 'fromPhones', atOnce: 10, deadlineSeconds: 30 };

/** How a message was taken. */
export type Delivery = {
  /** 1 for the first attempt. After it, part of the work may already be done. */
  attempt: number;
  expiresAt: Date;
};

/** Handles the messages of one kind. */
export type OutboxHandler<Needs> = {
  kind: string;
  lane: Lane;
  handle: (db: Database, payload: Delivery, services: Needs) => Promise<void>;
};

export type StaffedLane<Needs> = Lane & { handlers: readonly OutboxHandler<Needs>[] };

export const outboxLanes = <Needs>(
  handlers: readonly OutboxHandler<Needs>[],
): StaffedLane<Needs>[] =>
  [...new Set(handlers.map(({ lane }) => lane))].map((lane) => ({
    ...lane,
    handlers: handlers.filter((handler) => handler.lane === lane),
  }));
