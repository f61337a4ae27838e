import { DeadlineError } from './deadlines.ts';

/** With these a connection ends: closed, reset, or ended by a server that shuts down. */
const GONE_CODES = new Set(
  'CONNECTION_CLOSED CONNECTION_DESTROYED ECONNRESET EPIPE ETIMEDOUT 57P01 57P02 25P03'.split(' '),
);
/**
 * What an unreachable or overloaded database answers, besides: it cannot be connected to, is
 * starting (57P03), cancelled a query after a timeout (57014, 55P03), has too many connections
 * (53300), or the connection was cut (08…).
 */
const UNAVAILABLE_CODES = new Set([
  ...GONE_CODES,
  ...'ECONNREFUSED ENOTFOUND EAI_AGAIN ENOENT EHOSTUNREACH CONNECT_TIMEOUT CONNECTION_ENDED'.split(
    ' ',
  ),
  ...'57P03 57014 55P03 53300 08000 08003 08006'.split(' '),
]);
const QUERY_CANCELED = new Set(['57014']);

const isLate = (error: unknown) => causesOf(error).some((cause) => cause instanceof DeadlineError);

/** Whether an error, or one that caused it, has one of these codes. */
export const hasCode = (error: unknown, codes: Set<string>) =>
  causesOf(error).some(
    (cause) => 'code' in cause && typeof cause.code === 'string' && codes.has(cause.code),
  );

/**
 * Whether a row was refused by a check of its table. PostgreSQL's driver and the embedded database
 * name it differently.
 */
export const violatesCheck = (error: unknown, name: string) =>
  causesOf(error).some(
    (cause) =>
      ('constraint_name' in cause && cause.constraint_name === name) ||
      ('constraint' in cause && cause.constraint === name),
  );

/** Whether the connection of a statement has ended. */
export const isConnectionGone = (error: unknown) => hasCode(error, GONE_CODES);

/** Whether a query was given up because it took too long. */
export const isTooSlow = (error: unknown) => isLate(error) || hasCode(error, QUERY_CANCELED);

/** Whether an error, or one that caused it, means that the database cannot be used right now. */
export const isDatabaseUnavailable = (error: unknown) =>
  isLate(error) || hasCode(error, UNAVAILABLE_CODES);

function causesOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}
