import { isPhoneNumber } from '#platform/rules/phone-number.ts';
import { useSecondsLeft } from '#platform/web/ui/browser/use-seconds-left.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { BreakableText } from '#platform/web/ui/format/breakable-text.tsx';
import { phoneText } from '#platform/web/ui/format/phone-text.ts';
import { m } from '#text';
import { anotherCodeAt, type CodeStep, wasNotSent } from './code-step.ts';

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
