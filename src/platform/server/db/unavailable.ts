import { DeadlineError } from './deadlines.ts';

/** A connection ends with these: closed, reset, or ended by a server that shuts down. */
const GONE_CODES = new Set(
  'CONNECTION_CLOSED CONNECTION_DESTROYED ECONNRESET EPIPE ETIMEDOUT 57P01 57P02 25P03'.split(' '),
);
/**
 * Codes of an unreachable or overloaded database: it cannot be reached, is starting (57P03),
 * cancelled a query after a timeout (57014, 55P03), has too many connections (53300), cut the
 * connection (08…), or is a standby that is not promoted yet (25006).
 */
const UNAVAILABLE_CODES = new Set([
  ...GONE_CODES,
  ...'ECONNREFUSED ENOTFOUND EAI_AGAIN ENOENT EHOSTUNREACH CONNECT_TIMEOUT CONNECTION_ENDED'.split(
    ' ',
  ),
  ...'57P03 57014 55P03 53300 08000 08003 08006 25006'.split(' '),
]);
/** A database that refuses us: a wrong password or user (28…), or no such database (3D000). */
const REFUSED_CODES = new Set(['28P01', '28000', '3D000']);
const QUERY_CANCELED = new Set(['57014']);

const isLate = (error: unknown) => causesOf(error).some((cause) => cause instanceof DeadlineError);

export const hasCode = (error: unknown, codes: Set<string>) =>
  causesOf(error).some(
    (cause) => 'code' in cause && typeof cause.code === 'string' && codes.has(cause.code),
  );

/**
 * Whether a table check refused a row. PostgreSQL's driver and the embedded database name it
 * differently.
 */
export const violatesCheck = (error: unknown, name: string) =>
  causesOf(error).some(
    (cause) =>
      ('constraint_name' in cause && cause.constraint_name === name) ||
      ('constraint' in cause && cause.constraint === name),
  );

export const isConnectionGone = (error: unknown) => hasCode(error, GONE_CODES);

export const isTooSlow = (error: unknown) => isLate(error) || hasCode(error, QUERY_CANCELED);

/** Whether an error or one of its causes means that the database cannot be used right now. */
export const isDatabaseUnavailable = (error: unknown) =>
  isLate(error) || hasCode(error, UNAVAILABLE_CODES);

/** Why a server cannot start on its database, in one sentence; null for any other error. */
export function databaseRefusal(error: unknown): string | null {
  if (!isDatabaseUnavailable(error) && !hasCode(error, REFUSED_CODES)) return null;
  return `The database of DATABASE_URL cannot be used: ${firstCause(error)}.`;
}

/** An error about several addresses of one host has only a code. */
export const firstCause = (error: unknown) =>
  causesOf(error)
    .map((cause) => cause.message || ('code' in cause && cause.code))
    .at(-1);

function causesOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}
