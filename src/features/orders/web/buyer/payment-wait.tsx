import { Smartphone } from 'lucide-react';
import { useState } from 'react';
import { PUSH_ANSWER_SECONDS } from '#features/orders/rules/limits.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { useSecondsLeft } from '#platform/web/ui/browser/use-seconds-left.ts';
import { Spinner } from '#platform/web/ui/feedback/spinner.tsx';
import { phoneText } from '#platform/web/ui/format/phone-text.ts';
import type { Attempt } from './order.ts';

type PaymentWaitProps = { payment: Attempt; amount: string };

/** The phone asks for the PIN; the result appears here without a reload. */
export function PaymentWait({ payment, amount }: PaymentWaitProps) {
  // The number is always present, because it is erased only together with the account.
  const { status, phoneNumber, requestedAt } = payment;
  const [endsAt] = useState(() => endOf(requestedAt));
  const secondsLeft = useSecondsLeft(endsAt);
  const isAsking = status !== 'unknown' && secondsLeft > 0;
  return (
    <div className="grid justify-items-center gap-2 py-2 text-center">
      <span className="grid size-14 place-items-center rounded-full bg-leaf-soft text-on-leaf-soft">
        {isAsking ? <Smartphone aria-hidden="true" className="size-7" /> : <Spinner />}
      </span>
      <div role="status">
        <h2 className="font-bold text-xl">
          {isAsking ? m.paymentCheckPhone() : m.paymentStillChecking()}
        </h2>
        <p className="mt-1 text-muted">
          {isAsking
            ? m.paymentCheckPhoneText({ amount, phoneNumber: phoneText(phoneNumber ?? '') })
            : m.paymentStillCheckingText()}
        </p>
      </div>
      {isAsking && (
        // Outside the status region, so that it is not read out every second.
        <p className="font-bold text-lg tabular-nums">
          {m.paymentSecondsLeft({ seconds: secondsLeft })}
        </p>
      )}
    </div>
  );
}

/**
 * Computed on this device's clock, which may be slow: a push that seems to be in the future counts
 * as just sent.
 */
function endOf(requestedAt: string): number {
  const ageMilliseconds = Math.max(0, Date.now() - Date.parse(requestedAt));
  return Date.now() + PUSH_ANSWER_SECONDS * 1000 - ageMilliseconds;
}
