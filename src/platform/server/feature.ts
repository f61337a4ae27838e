import type { Database } from './db/database.ts';
import type { PersonalData } from './personal-data.ts';

/** Work that repeats until it is stopped; `stop` waits for what is under way. */
export type Loop = { stop: () => Promise<void> };

/** A feature's part in what concerns all of them. app/features.ts collects the features. */
export type Feature<Needs, ErasureNeeds = unknown> = {
  personalData?: PersonalData<ErasureNeeds>;
  /** Deletes the feature's rows that are no longer needed. */
  prune?: (db: Database, now: Date) => Promise<void>;
  /** Starts the feature's loops. */
  start?: (db: Database, services: Needs) => (Loop | Promise<Loop>)[];
};
