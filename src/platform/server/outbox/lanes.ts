import type { Database } from '#platform/server/db/database.ts';

declare module '#platform/server/trpc/context.ts' {
  interface Services {
    outbox: readonly OutboxHandler<Services>[];
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
