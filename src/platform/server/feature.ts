import type { Database } from './db/database.ts';

/** Work that repeats until it is stopped; `stop` waits for what is under way. */
export type Loop = { stop: () => Promise<void> };

/** What a feature does without being asked. app/features.ts collects the features. */
export type Feature<Needs> = {
  /** Deletes the feature's rows that are no longer needed. */
  prune?: (db: Database, now: Date) => Promise<void>;
  /** Starts the feature's loops. */
  start?: (db: Database, services: Needs) => (Loop | Promise<Loop>)[];
};
