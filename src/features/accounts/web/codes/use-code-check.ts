import { useRef, useState } from 'react';
import { OTP_ATTEMPTS_PER_CODE } from '#accounts/rules/limits.ts';
import type { CodePurposeName, VerifyOtp } from '#accounts/rules/otp.ts';
import { type Failure, readFailure } from '#platform/web/client/failure.ts';
import { keepDeviceToken, rpc } from '#platform/web/client/rpc.ts';
import { phoneText } from '#platform/web/ui/format/phone-text.ts';
import { m } from '#text';
import {
  addresseeOf,
  type CodeStep,
  type ConfirmedCode,
  usedUpCode,
  wasNotSent,
} from './code-step.ts';

export type CodeCheckOptions = {
  purpose: CodePurposeName;
  extra?: Pick<VerifyOtp, 'rememberMe' | 'userType'>;
  step: CodeStep;
  onStep: (step: CodeStep) => void;
  onConfirmed: (confirmed: ConfirmedCode, code: string) => void | Promise<void>;
};

/** For a code that the server refuses without a reason (§8). */
const refusedTexts = {
  signup: m.errorCodeInvalid,
  password_reset: m.errorCodeInvalidOrExpired,
  login: m.errorCodeInvalidOrExpired,
  'verify-phone': m.errorCodeInvalidOrExpired,
} as const satisfies Record<CodePurposeName, () => string>;

/** An answer without a message came from a proxy. */
function sayRefused({ message, code }: Failure, { purpose, extra }: CodeCheckOptions): string {
  if (message) return message;
  if (code === null) return m.verificationFailedNetwork();
  const isFarmerSignup = purpose === 'signup' && extra?.userType === 'farmer';
  return (isFarmerSignup ? m.codeInvalidFarmer : refusedTexts[purpose])();
}

/** Refuses a known wrong code locally, so that it does not use up another attempt. */
export function useCodeCheck(options: CodeCheckOptions) {
  const { purpose, extra, step, onStep, onConfirmed } = options;
  const [state, setState] = useState<'open' | 'checking' | 'confirmed'>('open');
  const [problem, setProblem] = useState(wasNotSent(step) ? null : step.problem);
  const refused = useRef(new Map<string, string>());

  async function check(code: string): Promise<boolean> {
    const known = refused.current.get(code);
    if (known !== undefined) {
      setProblem(known);
      return false;
    }
    setState('checking');
    setProblem(null);
    try {
      const confirmed = await rpc.otp.verify.mutate({
        ...extra,
        ...addresseeOf(step.address),
        purpose,
        otp: code,
      });
      if (confirmed.outcome === 'sessionOpened') keepDeviceToken(confirmed.deviceToken);
      setState('confirmed');
      await onConfirmed(confirmed, code);
      return true;
    } catch (error) {
      refuse(code, readFailure(error));
      setState('open');
      return false;
    }
  }

  function refuse(code: string, failure: Failure) {
    const sentence = sayRefused(failure, options);
    const hasArrived = !step.toSend || failure.code !== 'CODE_INVALID_OR_EXPIRED';
    setProblem(hasArrived ? sentence : m.sendCodeNotYet({ phone: phoneText(step.address) }));
    if (step.toSend) return;
    if (failure.code === 'CODE_USED_UP') return onStep(usedUpCode(step, sentence));
    if (failure.code !== 'CODE_INVALID' && failure.code !== 'CODE_INVALID_OR_EXPIRED') return;
    refused.current.set(code, sentence);
    const wrongTries = step.wrongTries + 1;
    if (wrongTries < OTP_ATTEMPTS_PER_CODE) return onStep({ ...step, wrongTries });
    setProblem(m.codeUsedUp());
    onStep(usedUpCode(step, m.codeUsedUp()));
  }

  function startAnew(nextProblem: string | null) {
    refused.current.clear();
    setProblem(nextProblem);
  }

  return { state, problem, check, startAnew };
}
