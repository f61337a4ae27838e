import { readFailure } from './failure.ts';

const TRIES = 2;

/** For queries: what the server has answered it would answer again; only a lost connection is worth another try. */
export const retryUnlessRefused = (failures: number, error: unknown): boolean =>
  failures < TRIES && readFailure(error).code === null;
