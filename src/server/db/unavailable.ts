import { DeadlineError } from './deadlines.ts';

const CONNECTION_CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'ENOENT', 'EHOSTUNREACH'],
  ...['CONNECT_TIMEOUT', 'CONNECTION_CLOSED', 'CONNECTION_ENDED', 'CONNECTION_DESTROYED'],
  // SQLSTATE: shutting down or starting (57P01–57P03), cancelled by a timeout (57014, 55P03), too many connections, cut connection.
  ...['57P01', '57P02', '57P03', '57014', '55P03', '53300', '08000', '08003', '08006', '25P03'],
]);

const QUERY_CANCELED = '57014';

/** Whether a query was given up because it took too long. */
export function isTooSlow(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof DeadlineError || ('code' in cause && cause.code === QUERY_CANCELED)) return true;
  }
  return false;
}

/** Whether an error, or what caused it, says that the database cannot be had right now. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof DeadlineError) return true;
    if ('code' in cause && typeof cause.code === 'string' && CONNECTION_CODES.has(cause.code)) return true;
  }
  return false;
}
