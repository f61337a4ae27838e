import type { Hono } from 'hono';
import type { Database } from './db/database.ts';
import type { RequestEnv } from './http/request-env.ts';
import type { OutboxHandler } from './outbox/lanes.ts';
import type { PersonalData } from './personal-data.ts';

/** Work that repeats until it is stopped. `stop` waits for the running round. */
export type Loop = { stop: () => Promise<void> };

/**
 * A feature's contribution to tasks that span all features. app/features.ts collects them, and a
 * feature that offers such a task to others declares its part here.
 *
 * `LoopNeeds`: the dependencies of its loops; `Needs`: those of its outbox handlers and of the
 * erasure of personal data.
 */
export interface Feature<LoopNeeds, Needs = unknown> {
  /** Its REST handlers by the path under which they are mounted. */
  paths?: Record<`/api/${string}`, Hono<RequestEnv>>;
  personalData?: PersonalData<Needs>;
  /** The handlers of its outbox messages. */
  outbox?: readonly OutboxHandler<Needs>[];
  /** Deletes the feature's rows that are no longer needed. */
  prune?: (db: Database, now: Date) => Promise<void>;
  start?: (db: Database, services: LoopNeeds) => (Loop | Promise<Loop>)[];
}
