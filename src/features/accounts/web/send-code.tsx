import { useEffect, useRef, useState } from 'react';
import type { CodeToSend } from '#rules/error-texts.ts';
import { isPhoneNumber } from '#rules/phone-number.ts';
import { m } from '#text';
import { useSecondsLeft } from '#ui/browser/timers.ts';
import { BreakableText, phoneText } from '#ui/contact-text.tsx';
import { Button, buttonClass } from '#ui/elements.tsx';
import { Notice } from '#ui/feedback.tsx';
import { supportEmail, supportPhone, telLink } from '#web/page-frame.tsx';
import { type Failure, keepDeviceToken, readFailure, rpc } from '#web/rpc.ts';
import type { CodePurposeName, VerifyOtp } from '../rules/account-input.ts';
import { OTP_ATTEMPTS_PER_CODE } from '../rules/limits.ts';
import {
  addresseeOf,
  anotherCodeAt,
  type CodeStep,
  type ConfirmedCode,
  usedUpCode,
  wasNotSent,
} from './code-step.ts';

type SendCodeProps = CodeCheckOptions & {
  toSend: CodeToSend;
  isOwnPhone: boolean;
  confirmedText?: string;
  backLabel: string;
  onBack: () => void;
};

export function SendCode({
  toSend: { code, number, ussdCode },
  isOwnPhone,
  confirmedText,
  backLabel,
  onBack,
  ...options
}: SendCodeProps) {
  const { state, problem, check } = useCodeCheck(options);
  const top = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useStepFocus({ top, target: heading });
  const phone = phoneText(options.step.address);
  const words = m.verifyWords({ code });
  if (state === 'confirmed' && confirmedText !== undefined)
    return <Notice type="success">{confirmedText}</Notice>;
  return (
    <div ref={top} className="grid scroll-mt-24 grid-cols-[minmax(0,1fr)] gap-5">
      <div className="grid gap-1">
        <h2 ref={heading} tabIndex={-1} className="font-bold text-xl">
          {m.sendCodeTitle()}
        </h2>
        <p>{m.sendCodeFrom({ phone })}</p>
      </div>
      <div className="grid justify-items-center gap-1 rounded-field bg-sunk p-4 text-center">
        <p className="font-bold text-xl tabular-nums sm:text-2xl">{words}</p>
        <p className="tabular-nums">{m.sendCodeTo({ number: phoneText(number) })}</p>
        {isOwnPhone && (
          <p className="mt-2 hidden pointer-coarse:block">
            {/* "?&" because iOS and Android differ in the sign before the text. */}
            <a
              href={`sms:${number}?&body=${encodeURIComponent(words)}`}
              className={buttonClass({ variant: 'secondary', size: 'small' })}
            >
              {m.sendCodeWrite()}
            </a>
          </p>
        )}
      </div>
      {ussdCode !== '' && <p className="text-muted">{m.sendCodeOrDial({ ussdCode, code })}</p>}
      {problem && <Notice type="error">{problem}</Notice>}
      <Button isWide isBusy={state !== 'open'} onClick={() => void check(code)}>
        {m.sendCodeDone()}
      </Button>
      <CodeFooter isBySms backLabel={backLabel} onBack={onBack} />
    </div>
  );
}

type CodeFooterProps = {
  isBySms: boolean;
  help?: string;
  backLabel: string;
  onBack: () => void;
};

export function CodeFooter({ isBySms, help, backLabel, onBack }: CodeFooterProps) {
  return (
    <div className="grid justify-items-center border-line border-t pt-3 text-center">
      {help && <p className="text-muted">{help}</p>}
      <div className="flex flex-wrap justify-center gap-x-6">
        <a
          href={isBySms ? telLink(supportPhone()) : `mailto:${supportEmail()}`}
          className="link inline-flex min-h-11 items-center"
        >
          {m.contactSupport()}
        </a>
        <button type="button" onClick={onBack} className="link inline-flex min-h-11 items-center">
          {backLabel}
        </button>
      </div>
    </div>
  );
}

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
function sayRefused({ message, code }: Failure, { purpose, extra }: CodeCheckOptions) {
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

  async function check(code: string) {
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

/** The header's height, which is the scroll margin of the steps. */
const HEADER_PIXELS = 96;

type Focused = {
  top: React.RefObject<HTMLElement | null>;
  target: React.RefObject<HTMLElement | null>;
};

export function useStepFocus({ top, target }: Focused) {
  useEffect(() => {
    target.current?.focus();
    // The page may still be scrolled to the previous form's button, and 'nearest' would leave a
    // high step.
    const isHidden = (top.current?.getBoundingClientRect().top ?? 0) < HEADER_PIXELS;
    if (isHidden) top.current?.scrollIntoView();
    // Keeps the focus on the page, unless the next screen takes it.
    return () => {
      if (document.activeElement === document.body) document.querySelector('h1')?.focus();
    };
  }, [top, target]);
}

type CodeClockProps = {
  step: CodeStep;
  isResending: boolean;
  onResend: () => void;
  onBack: () => void;
};

/** Screen readers announce the expiry, but not the seconds. */
export function CodeClock({ step, isResending, onResend, onBack }: CodeClockProps) {
  const secondsLeft = useSecondsLeft(step.expiresAt);
  const secondsToResend = useSecondsLeft(step.resendAt);
  const hasExpired = step.expiresAt !== null && secondsLeft === 0;
  const canResend = secondsToResend === 0;
  const isAnotherAllowed = useSecondsLeft(anotherCodeAt(step)) === 0;
  return (
    <div className="grid gap-3">
      <div className="text-center text-muted tabular-nums">
        {secondsLeft > 0 && <p>{m.codeExpiresIn({ time: minutesAndSeconds(secondsLeft) })}</p>}
        {secondsLeft === 0 && !canResend && (
          <p>{m.resendIn({ time: minutesAndSeconds(secondsToResend) })}</p>
        )}
        <p role="status" className="font-semibold text-ink empty:hidden">
          {hasExpired && m.codeExpired()}
        </p>
        {wasNotSent(step) && step.problem && (
          <p role="status" className="font-semibold text-soil">
            {step.problem}
          </p>
        )}
      </div>
      <Button
        variant="secondary"
        size="small"
        isWide
        isBusy={isResending}
        disabledReason={canResend ? undefined : ''}
        onClick={onResend}
      >
        {canResend ? m.resendCode() : m.resendLater()}
      </Button>
      {secondsLeft > 0 && isAnotherAllowed && !canResend && (
        <NoCodeYet
          address={step.address}
          isResending={isResending}
          onResend={onResend}
          onBack={onBack}
        />
      )}
    </div>
  );
}

type NoCodeYetProps = {
  address: string;
  isResending: boolean;
  onResend: () => void;
  onBack: () => void;
};

function NoCodeYet({ address, isResending, onResend, onBack }: NoCodeYetProps) {
  const isBySms = isPhoneNumber(address);
  const link = 'link inline-flex min-h-11 items-center';
  return (
    <div
      role="status"
      className="grid justify-items-center rounded-field bg-sunk px-4 py-3 text-center text-sm"
    >
      <button
        type="button"
        className={`${link} font-semibold text-base`}
        disabled={isResending}
        onClick={onResend}
      >
        {m.codeSendAnother()}
      </button>
      <p className="wrap-anywhere text-muted">
        <BreakableText>
          {isBySms
            ? m.codeCheckNumber({ phone: phoneText(address) })
            : m.codeCheckSpelling({ email: address })}
        </BreakableText>
      </p>
      <button type="button" className={link} onClick={onBack}>
        {isBySms ? m.codeChangeNumber() : m.backToEmail()}
      </button>
    </div>
  );
}

const minutesAndSeconds = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
