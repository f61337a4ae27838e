import { useCallback, useLayoutEffect, useState } from 'react';
import * as z from 'zod/mini';
import { OTP_VALIDITY_SECONDS } from '#rules/limits.ts';
import { isPhoneNumber } from '#rules/phone-number.ts';
import { type Failure, readFailure, rpc } from '#web/rpc.ts';
import { tabStore } from '#web/storage.ts';
import type { RouterOutputs } from '#web/trpc.ts';
import type { CodePurposeName } from '../rules/account-input.ts';
import { OTP_ATTEMPTS_PER_CODE, OTP_INTERVAL_SECONDS } from '../rules/limits.ts';

/**
 * Moments of this device's clock instead of remaining seconds survive a reload and the phone's
 * sleep.
 */
const codeStep = z.object({
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

export const addresseeOf = (address: string) =>
  isPhoneNumber(address) ? { phoneNumber: address } : { email: address };

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
export const anotherCodeAt = ({ expiresAt }: CodeStep) =>
  expiresAt && expiresAt - (OTP_VALIDITY_SECONDS - OTP_INTERVAL_SECONDS) * 1000;

export const usedUpCode = (step: CodeStep, problem: string): CodeStep => ({
  ...step,
  expiresAt: null,
  resendAt: Date.now(),
  problem,
  wrongTries: OTP_ATTEMPTS_PER_CODE,
});

/** The code screen shows this next to its Resend button (§8). */
export const wasNotSent = ({ expiresAt, wrongTries }: CodeStep) =>
  expiresAt === null && wrongTries < OTP_ATTEMPTS_PER_CODE;

export type ConfirmedCode = RouterOutputs['otp']['verify'];
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

/** Null while the screen shows its form. Survives a reload. */
export function useCodeStep(screen: string) {
  const key = `codeStep:${screen}`;
  const [step, setStep] = useState<CodeStep | null>(null);

  // After the first rendering, which must equal the prerendered page, but before painting.
  useLayoutEffect(() => setStep(tabStore.readAs(key, codeStep)), [key]);

  const open = useCallback(
    (next: CodeStep) => {
      tabStore.writeJson(key, next);
      setStep(next);
    },
    [key],
  );
  /** The screen still shows the used code, but a reload starts over. */
  const finish = useCallback(() => tabStore.write(key, null), [key]);
  const close = useCallback(() => {
    tabStore.write(key, null);
    setStep(null);
  }, [key]);
  return { step, open, finish, close };
}

export type CodeRequest =
  | { outcome: 'sent'; step: CodeStep }
  | { outcome: 'toSend'; step: CodeStep }
  /** The code screen opens anyway, because the earlier code may have arrived. */
  | { outcome: 'tooSoon'; step: CodeStep }
  | { outcome: 'failed'; failure: Failure };

export function useRequestCode(purpose: CodePurposeName) {
  return async (address: string, language?: Language): Promise<CodeRequest> => {
    try {
      const { expiresInSeconds } = await rpc.otp.send.mutate({
        ...addresseeOf(address),
        purpose,
        language,
      });
      return { outcome: 'sent', step: sentCode(address, expiresInSeconds) };
    } catch (error) {
      const failure = readFailure(error);
      if (failure.code === 'PROVE_BY_SMS')
        return { outcome: 'toSend', step: codeToSend(address, failure.facts) };
      if (failure.code !== 'CODE_TOO_SOON' && failure.code !== 'SMS_CODE_TOO_SOON')
        return { outcome: 'failed', failure };
      return { outcome: 'tooSoon', step: stepAfterTooSoon(address, failure) };
    }
  };
}

const stepAfterTooSoon = (address: string, failure: Failure) =>
  failure.codeExpiresInSeconds > 0
    ? sentCode(address, failure.codeExpiresInSeconds)
    : unsentCode(address, failure.message ?? '', failure);
