import type { Database } from '#platform/server/db/database.ts';
import { plainInput } from './cases/plain-input.ts';
import { listActions } from './log/chain-queries.ts';
import { verifyLog } from './log/verify-log.ts';
import type { OperatorServices } from './operations/operator-services.ts';
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

/** The log before a row, or its end, newest first. */
export const readLog = async (db: Database, beforeId: number | null) =>
  (await listActions(db, beforeId)).map(({ before: _, after: __, details, ...action }) => ({
    ...action,
    details: plainInput(details),
  }));

/** Whether the log fits its chain and its published ends. */
export const checkLog = (
  db: Database,
  { operatorSettings: { logFolder } }: Pick<OperatorServices, 'operatorSettings'>,
) => verifyLog(db, logFolder);

export const logOut = (db: Database, tokenHash: string) => deleteSession(db, tokenHash);
