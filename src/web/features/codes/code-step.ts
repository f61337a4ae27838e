import * as z from 'zod/mini';
import type { Failure } from '#web/app/client/failure.ts';

/*
 * A code that was sent, as a screen remembers it. Moments, not seconds left: they are right after a reload, and after a phone
 * has slept. They are by this device's clock, reckoned from what the server said the moment it answered.
 */
export const codeStep = z.object({
  email: z.string(),
  /** When the code ends, in milliseconds since 1970; null when none is known to be on its way. */
  expiresAt: z.nullable(z.number()),
  /** When another may be asked for. */
  resendAt: z.number(),
  /** What went wrong with sending it. */
  problem: z.nullable(z.string()),
  wrongTries: z.number(),
});
export type CodeStep = z.infer<typeof codeStep>;

const moment = (seconds: number) => Date.now() + seconds * 1000;

/** A code that is on its way: another one when it has ended. */
export function sentCode(email: string, expiresInSeconds: number): CodeStep {
  const expiresAt = moment(expiresInSeconds);
  return { email, expiresAt, resendAt: expiresAt, problem: null, wrongTries: 0 };
}

/** No code was sent: another may be asked for at once, or when the server lets us. */
export function unsentCode(email: string, problem: string, { retryAfterSeconds }: Pick<Failure, 'retryAfterSeconds'>): CodeStep {
  return { email, expiresAt: null, resendAt: moment(retryAfterSeconds), problem, wrongTries: 0 };
}
