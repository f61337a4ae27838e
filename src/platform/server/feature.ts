import type { Hono } from 'hono';
import type { RequestEnv } from '#server/http/rest.ts';
import type { Connection } from './database.ts';
import type { LiveDatabase } from './live-database.ts';
import type { OutboxHandler } from './outbox.ts';
import type { OperatorKey } from './setting-formats.ts';
import type { Rows } from './tables.ts';

export type Loop = { stop: () => Promise<void> };

type RowsReader = (db: Database, userId: number, rows: Rows) => Promise<object[]>;

declare global {
  /** For what runs besides requests. */
  type RunningServices = Services & {
    live: LiveDatabase;
    listen: Connection['listen'];
    dataFolder: string;
    operators: readonly OperatorKey[];
  };

  type PersonalData = {
    single?: Record<string, (db: Database, userId: number) => Promise<object | null>>;
    /** `farm.products` is the list `products` in the object `farm`. */
    lists?: Record<string, RowsReader>;
    /** Work that must end before the account may be deleted. */
    countUnderWay?: (db: Database, userId: number) => Promise<Record<string, number>>;
    /**
     * Runs before declarations and foreign keys, in the transaction of the deletion, and returns work
     * to do after the commit.
     */
    erase?: (
      tx: Database,
      userId: number,
      services: Services,
    ) => Promise<(() => Promise<void>) | void>;
  };

  /** app/features.ts collects these. */
  interface Feature {
    paths?: Record<`/api/${string}`, Hono<RequestEnv>>;
    personalData?: PersonalData;
    outbox?: readonly OutboxHandler[];
    prune?: (db: Database, now: Date) => Promise<void>;
    start?: (db: Database, services: RunningServices) => (Loop | Promise<Loop>)[];
  }
}
