import type { OtpPurpose } from '#shared/otp.ts';
import { type Failure, readFailure } from '#web/app/client/failure.ts';
import { rpc } from '#web/app/client/rpc.ts';
import { type CodeStep, sentCode, unsentCode } from './code-step.ts';

export type CodeRequest =
  | { outcome: 'sent'; step: CodeStep }
  /** Too soon after the last one. The code screen opens anyway, because the earlier code may have arrived. */
  | { outcome: 'tooSoon'; step: CodeStep }
  | { outcome: 'failed'; failure: Failure };

/** Asks the server to mail a code. */
export function useRequestCode(purpose: OtpPurpose) {
  return async (email: string): Promise<CodeRequest> => {
    try {
      const { expiresInSeconds } = await rpc.otp.send.mutate({ email, purpose });
      return { outcome: 'sent', step: sentCode(email, expiresInSeconds) };
    } catch (error) {
      const failure = readFailure(error);
      if (failure.code !== 'CODE_TOO_SOON') return { outcome: 'failed', failure };
      return { outcome: 'tooSoon', step: stepAfterTooSoon(email, failure) };
    }
  };
}

const stepAfterTooSoon = (email: string, failure: Failure) =>
  failure.codeExpiresInSeconds > 0
    ? sentCode(email, failure.codeExpiresInSeconds)
    : unsentCode(email, failure.message ?? '', failure);
