import type { CodePurposeName } from '#accounts/rules/otp.ts';
import type { Language } from '#platform/rules/language.ts';
import { type Failure, readFailure } from '#platform/web/client/failure.ts';
import { rpc } from '#platform/web/client/rpc.ts';
import { addresseeOf, type CodeStep, codeToSend, sentCode, unsentCode } from './code-step.ts';

export type CodeRequest =
  | { outcome: 'sent'; step: CodeStep }
  | { outcome: 'toSend'; step: CodeStep }
  /** The code screen opens anyway, because the earlier code may have arrived. */
  | { outcome: 'tooSoon'; step: CodeStep }
  | { outcome: 'failed'; failure: Failure };

/** `language`: of the recipient, if that is not the user. */
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
