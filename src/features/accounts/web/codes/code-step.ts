import type { inferRouterOutputs } from '@trpc/server';
import * as z from 'zod/mini';
import { OTP_ATTEMPTS_PER_CODE, OTP_INTERVAL_SECONDS } from '#features/accounts/rules/limits.ts';
import type { AppRouter } from '#platform/contract/router.ts';
import { OTP_VALIDITY_SECONDS } from '#platform/rules/limits.ts';
import type { Failure } from '#platform/web/client/failure.ts';

/*
 * A sent code, as a screen stores it. It contains moments rather than remaining seconds, so that
 * they stay correct after a reload and after the phone has slept. They use this device's clock,
 * computed from the seconds in the server's answer.
 */
export const codeStep = z.object({
  /** The recipient: an email, or a phone number in the stored form. */
  address: z.string(),
  /** When the code expires, in milliseconds since 1970; null if it was not sent or is used up. */
  expiresAt: z.nullable(z.number()),
  /** When another code may be requested. */
  resendAt: z.number(),
  /** A message about the code: why it could not be sent, or why it is no longer accepted. */
  problem: z.nullable(z.string()),
  wrongTries: z.number(),
  /** The code that the number's holder sends us, because we have no SMS left for one to them. */
  toSend: z.optional(z.object({ code: z.string(), number: z.string(), ussdCode: z.string() })),
});
export type CodeStep = z.infer<typeof codeStep>;

/** No email matches this pattern. */
export const isPhoneAddress = (address: string): boolean => /^\+254\d{9}$/.test(address);

/** An address in the server's format: an email, or a phone number instead. */
export const addresseeOf = (address: string) =>
  isPhoneAddress(address) ? { phoneNumber: address } : { email: address };

const moment = (seconds: number) => Date.now() + seconds * 1000;

/** A code was sent. Another one may be requested when it has expired. */
export function sentCode(address: string, expiresInSeconds: number): CodeStep {
  const expiresAt = moment(expiresInSeconds);
  return { address, expiresAt, resendAt: expiresAt, problem: null, wrongTries: 0 };
}

/**
 * No code was sent. Another one may be requested at once, or when the server allows it. After too
 * many requests that time is unknown.
 */
export function unsentCode(
  address: string,
  problem: string | null,
  { code, retryAfterSeconds }: Pick<Failure, 'code' | 'retryAfterSeconds'>,
): CodeStep {
  const resendAt = moment(code === 'CODE_NOT_SENT' ? 0 : retryAfterSeconds);
  return { address, expiresAt: null, resendAt, problem, wrongTries: 0 };
}

/** The number's holder sends the code to us. It expires once it has arrived. */
export const codeToSend = (address: string, { toSend }: Failure['facts']): CodeStep => ({
  ...{ address, expiresAt: null, resendAt: 0, problem: null, wrongTries: 0 },
  toSend: codeStep.shape.toSend.parse(toSend),
});

/** When the server sends another code although the last one is still valid: after a minute. */
export const anotherCodeAt = ({ expiresAt }: CodeStep): number | null =>
  expiresAt && expiresAt - (OTP_VALIDITY_SECONDS - OTP_INTERVAL_SECONDS) * 1000;

/**
 * After five wrong attempts the server no longer accepts this code, so another one may be requested
 * at once.
 */
export const usedUpCode = (step: CodeStep, problem: string): CodeStep => ({
  ...step,
  expiresAt: null,
  resendAt: Date.now(),
  problem,
  wrongTries: OTP_ATTEMPTS_PER_CODE,
});

/** Whether no code was sent at all. The code screen shows that next to its Resend button (§8). */
export const wasNotSent = ({ expiresAt, wrongTries }: CodeStep): boolean =>
  expiresAt === null && wrongTries < OTP_ATTEMPTS_PER_CODE;

/** The server's answer to a correct code. */
export type ConfirmedCode = inferRouterOutputs<AppRouter>['otp']['verify'];
type Outcome = ConfirmedCode['outcome'];

/**
 * Narrows the answer to the kind that a screen expects. Any other kind is an error, which the code
 * screen reports like a failed check.
 */
export function expectOutcome<O extends Outcome>(
  confirmed: ConfirmedCode,
  outcome: O,
): Extract<ConfirmedCode, { outcome: O }> {
  if (confirmed.outcome !== outcome)
    throw new Error(`A code was answered with ${confirmed.outcome}, not ${outcome}`);
  // The comparison above ensures this; TypeScript does not narrow by a type parameter.
  return confirmed as Extract<ConfirmedCode, { outcome: O }>;
}
