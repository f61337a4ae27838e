import type { inferRouterOutputs } from '@trpc/server';
import { useRef, useState } from 'react';
import type { AppRouter } from '#server/trpc/app-router.ts';
import { OTP_ATTEMPTS_PER_CODE } from '#shared/limits.ts';
import type { VerifyOtp } from '#shared/otp.ts';
import { m } from '#shared/text/compiled/messages.js';
import { keepDeviceToken } from '#web/app/client/device-token.ts';
import { type Failure, readFailure, sayFailure } from '#web/app/client/failure.ts';
import { rpc } from '#web/app/client/rpc.ts';
import type { CodeStep } from './code-step.ts';

type ConfirmedCode = inferRouterOutputs<AppRouter>['otp']['verify'];

export type CodeCheckOptions = {
  purpose: VerifyOtp['purpose'];
  /** What else the server needs to know: whether to remember the login, whose signup it is. */
  extra?: Pick<VerifyOtp, 'rememberMe' | 'userType'>;
  step: CodeStep;
  onStep: (step: CodeStep) => void;
  onConfirmed: (confirmed: ConfirmedCode, code: string) => void | Promise<void>;
};

const fallbacks = { failed: m.verificationFailed, connectionLost: m.verificationFailedNetwork };

/** Sends a full code to the server, each distinct one once: a wrong one typed again is answered from memory. */
export function useCodeCheck({ purpose, extra, step, onStep, onConfirmed }: CodeCheckOptions) {
  const [state, setState] = useState<'open' | 'checking' | 'confirmed'>('open');
  const [problem, setProblem] = useState(step.problem);
  const refused = useRef(new Map<string, string>());

  /** Whether the code was right. */
  async function check(code: string): Promise<boolean> {
    const known = refused.current.get(code);
    if (known !== undefined) {
      setProblem(known);
      return false;
    }
    setState('checking');
    setProblem(null);
    try {
      const confirmed = await rpc.otp.verify.mutate({ ...extra, email: step.email, purpose, otp: code });
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
    const sentence = sayFailure(failure, fallbacks);
    setProblem(sentence);
    if (failure.code !== 'CODE_INVALID' && failure.code !== 'CODE_INVALID_OR_EXPIRED') return;
    refused.current.set(code, sentence);
    const wrongTries = step.wrongTries + 1;
    if (wrongTries < OTP_ATTEMPTS_PER_CODE) return onStep({ ...step, wrongTries });
    // The server takes no more guesses at this code: waiting for its end would be in vain.
    setProblem(m.codeUsedUp());
    onStep({ ...step, wrongTries, expiresAt: Date.now(), resendAt: Date.now() });
  }

  /** Another code is on its way, or could not be sent. */
  function startAnew(nextProblem: string | null) {
    refused.current.clear();
    setProblem(nextProblem);
  }

  return { state, problem, check, startAnew };
}
