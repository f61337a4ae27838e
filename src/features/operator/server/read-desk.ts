import type { Day } from '#platform/rules/day.ts';
import type { Database } from '#platform/server/db/database.ts';
import { plainInput } from './cases/plain-input.ts';
import { listActions } from './log/chain-queries.ts';
import { verifyLog } from './log/verify-log.ts';
import type { OperatorServices } from './operations/operator-services.ts';
import { type Acting, look } from './operations/perform.ts';
import { deleteSession, listOperators } from './people/queries.ts';
import { reconcileDay } from './reconciliation/reconcile-day.ts';
import { listOpenRequests } from './requests/queries.ts';

/*
 * The desk's pages besides its cases. Reading names, numbers or messages adds a row to the log.
 */

/** Requests that need a second person, oldest first. */
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
  look(db, { what: 'log', ...acting }, async (tx) =>
    (await listActions(tx, beforeId)).map(({ before: _, after: __, details, ...action }) => ({
      ...action,
      details: plainInput(details),
    })),
  );

/** A day of M-Pesa's statements against our books, with names and numbers. */
export const readReconciliation = (db: Database, day: Day, acting: Acting) =>
  look(db, { what: 'statement', subject: { day }, ...acting }, (tx) =>
    reconcileDay(tx, { day, shortcodes: acting.services.operatorSettings.shortcodes }),
  );

/** Whether the log fits its chain and its published ends. */
export const checkLog = (
  db: Database,
  { operatorSettings: { logFolder } }: Pick<OperatorServices, 'operatorSettings'>,
) => verifyLog(db, logFolder);

export const logOut = (db: Database, tokenHash: string) => deleteSession(db, tokenHash);
