import type { Database } from '#server/db/connect.ts';
import { countMessages as countByKind } from './outbox/queries.ts';

/** How many messages wait, by kind. */
export const countMessages = (db: Database) => countByKind(db);
