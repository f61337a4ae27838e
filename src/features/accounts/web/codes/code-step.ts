import type { inferRouterOutputs } from '@trpc/server';
import * as z from 'zod/mini';
import { OTP_ATTEMPTS_PER_CODE, OTP_INTERVAL_SECONDS } from '#accounts/rules/limits.ts';
import type { AppRouter } from '#platform/contract/router.ts';
import { OTP_VALIDITY_SECONDS } from '#platform/rules/limits.ts';
import type { Failure } from '#platform/web/client/failure.ts';

/*
 * Moments of this device's clock instead of remaining seconds survive a reload and the phone's
 * sleep.
 */
export const codeStep = z.object({
  address: z.string(),
  /** Milliseconds since 1970; null if it was not sent or is used up. */
  expiresAt: z.nullable(z.number()),
  resendAt: z.number(),
  problem: z.nullable(z.string()),
  wrongTries: z.number(),
  /** Set if the number's holder sends the code to us. */
  toSend: z.optional(z.object({ code: z.string(), number: z.string(), ussdCode: z.string() })),
});
export type CodeStep = z.infer<typeof codeStep>;

/** No email matches this pattern. */
export const isPhoneAddress = (address: string): boolean => /^\+254\d{9}$/.test(address);

export const addresseeOf = (address: string) =>
  isPhoneAddress(address) ? { phoneNumber: address } : { email: address };

const moment = (seconds: number) => Date.now() + seconds * 1000;

export function sentCode(address: string, expiresInSeconds: number): CodeStep {
  const expiresAt = moment(expiresInSeconds);
  return { address, expiresAt, resendAt: expiresAt, problem: null, wrongTries: 0 };
}

export function unsentCode(
  address: string,
  problem: string | null,
  { code, retryAfterSeconds }: Pick<Failure, 'code' | 'retryAfterSeconds'>,
): CodeStep {
  const resendAt = moment(code === 'CODE_NOT_SENT' ? 0 : retryAfterSeconds);
  return { address, expiresAt: null, resendAt, problem, wrongTries: 0 };
}

export const codeToSend = (address: string, { toSend }: Failure['facts']): CodeStep => ({
  ...{ address, expiresAt: null, resendAt: 0, problem: null, wrongTries: 0 },
  toSend: codeStep.shape.toSend.parse(toSend),
});

/** The server sends another code after a minute, although the last one is still valid. */
export const anotherCodeAt = ({ expiresAt }: CodeStep): number | null =>
  expiresAt && expiresAt - (OTP_VALIDITY_SECONDS - OTP_INTERVAL_SECONDS) * 1000;

export const usedUpCode = (step: CodeStep, problem: string): CodeStep => ({
  ...step,
  expiresAt: null,
  resendAt: Date.now(),
  problem,
  wrongTries: OTP_ATTEMPTS_PER_CODE,
});

/** The code screen shows this next to its Resend button (§8). */
export const wasNotSent = ({ expiresAt, wrongTries }: CodeStep): boolean =>
  expiresAt === null && wrongTries < OTP_ATTEMPTS_PER_CODE;

export type ConfirmedCode = inferRouterOutputs<AppRouter>['otp']['verify'];
type Outcome = ConfirmedCode['outcome'];

/** Any other kind is an error, which the code screen reports like a failed check. */
export function expectOutcome<O extends Outcome>(
  confirmed: ConfirmedCode,
  outcome: O,
): Extract<ConfirmedCode, { outcome: O }> {
  if (confirmed.outcome !== outcome)
    throw new Error(`A code was answered with ${confirmed.outcome}, not ${outcome}`);
  // TypeScript does not narrow by a type parameter.
  return confirmed as Extract<ConfirmedCode, { outcome: O }>;
}
