import type { Database } from '#platform/server/db/database.ts';
import { listActions } from './log/chain-queries.ts';
import { type Acting, look } from './operations/perform.ts';
import { deleteSession, listOperators } from './people/queries.ts';
import { listOpenRequests } from './requests/queries.ts';

/*
 * What the desk shows besides its cases. Reading names, numbers or messages adds a row to the log.
 */

/** What needs a second person, oldest first. */
export const readRequests = (db: Database, acting: Acting) =>
  look(db, { what: 'requests', ...acting }, (tx) => listOpenRequests(tx, acting.services.clock()));

/** The operators' accounts. */
export const readOperators = (db: Database, acting: Acting) =>
  look(db, { what: 'operators', ...acting }, async (tx) =>
    (await listOperators(tx)).map(({ name, role, closedAt, linkExpiresAt }) => ({
      name,
      role,
      closedAt,
      linkExpiresAt,
    })),
  );

/** The log before a row, or its end, newest first. Its rows name people, too. */
export const readLog = (db: Database, beforeId: number | null, acting: Acting) =>
  look(db, { what: 'log', ...acting }, (tx) => listActions(tx, beforeId));

export const logOut = (db: Database, tokenHash: string) => deleteSession(db, tokenHash);
