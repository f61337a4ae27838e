import { m } from '#shared/text/compiled/messages.js';
import { useSecondsLeft } from '#web/ui/browser/use-seconds-left.ts';
import { Button } from '#web/ui/form/button.tsx';
import { type CodeStep, wasNotSent } from './code-step.ts';

type CodeClockProps = { step: CodeStep; isResending: boolean; onResend: () => void };

/** How long the code is still valid, and the button for another one. The seconds are not read out; the end of the code is. */
export function CodeClock({ step, isResending, onResend }: CodeClockProps) {
  const secondsLeft = useSecondsLeft(step.expiresAt);
  const secondsToResend = useSecondsLeft(step.resendAt);
  const hasExpired = step.expiresAt !== null && secondsLeft === 0;
  const canResend = secondsToResend === 0;
  return (
    <div className="grid gap-3">
      <div className="text-center text-muted tabular-nums">
        {secondsLeft > 0 && <p>{m.codeExpiresIn({ time: minutesAndSeconds(secondsLeft) })}</p>}
        {secondsLeft === 0 && !canResend && <p>{m.resendIn({ time: minutesAndSeconds(secondsToResend) })}</p>}
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
        // The label itself gives the reason.
        disabledReason={canResend ? undefined : ''}
        onClick={onResend}
      >
        {canResend ? m.resendCode() : m.resendLater()}
      </Button>
    </div>
  );
}

const minutesAndSeconds = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
