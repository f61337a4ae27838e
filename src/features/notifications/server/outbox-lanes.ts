import type { NoticeKinds } from '#features/notifications/rules/notice.ts';
import type { Database } from '#platform/server/db/database.ts';

declare module '#platform/server/trpc/context.ts' {
  interface Services {
    /** All features' kinds of notices by name. */
    notices: NoticeKinds;
    /** The handlers of all features' outbox messages. */
    outbox: readonly OutboxHandler<Services>[];
  }
}

type Limits = {
  /** How many messages of the lane one process handles at the same time. */
  atOnce: number;
  /**
   * After this time a message counts as failed, and the next one takes its slot. Shorter than the
   * lease, so that no other process has the message by then.
   */
  deadlineSeconds: number;
  /** The messages go to users, so they wait while the database is not the live one. */
  isOutgoing?: true;
};

/**
 * `money` is for M-Pesa and the orders' money, `letters` for mail, `photos` for encoding images,
 * `sms` for messages from phones. Each lane has its own slots, so that a hanging mail server never
 * delays a payment, and a hanging M-Pesa never delays a mail. The deadlines are for handlers that
 * never end. They exceed the timeouts of the mailer (5 s), of M-Pesa's client (10 s per request, two
 * requests with a new token), and of the image decoder (20 s). Images are encoded one at a time,
 * because a large one takes much memory.
 */
const limits = {
  money: { atOnce: 20, deadlineSeconds: 45 },
  letters: { atOnce: 20, deadlineSeconds: 15, isOutgoing: true },
  photos: { atOnce: 1, deadlineSeconds: 50 },
  sms: { atOnce: 10, deadlineSeconds: 30 },
} as const satisfies Record<string, Limits>;

export type LaneName = keyof typeof limits;

/** Handles the messages of one kind. */
export type OutboxHandler<Needs> = {
  kind: string;
  lane: LaneName;
  handle: (db: Database, payload: Trial, services: Needs) => Promise<void>;
};
/** Whether a message was tried before, so that part of its work may already be done. */
export type Trial = { isRetry: boolean };

export type Lane<Needs> = Limits & {
  name: string;
  handlers: readonly OutboxHandler<Needs>[];
};

export const outboxLanes = <Needs>(handlers: readonly OutboxHandler<Needs>[]): Lane<Needs>[] =>
  Object.entries(limits).map(([name, of]) => ({
    name,
    ...of,
    handlers: handlers.filter(({ lane }) => lane === name),
  }));

/** Whether the lane's messages go to users. */
export const isOutgoing = ({ lane }: { lane: LaneName }) => 'isOutgoing' in limits[lane];
