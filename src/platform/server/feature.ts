import type { Hono } from 'hono';
import type { Database } from './db/database.ts';
import type { RequestEnv } from './http/request-env.ts';
import type { OutboxHandler } from './outbox.ts';
import type { PersonalData } from './personal-data.ts';

export type Loop = { stop: () => Promise<void> };

/** app/features.ts collects these. */
export interface Feature<LoopNeeds, Needs = unknown> {
  paths?: Record<`/api/${string}`, Hono<RequestEnv>>;
  personalData?: PersonalData<Needs>;
  outbox?: readonly OutboxHandler<Needs>[];
  prune?: (db: Database, now: Date) => Promise<void>;
  start?: (db: Database, services: LoopNeeds) => (Loop | Promise<Loop>)[];
}
