import { Clock } from 'lucide-react';
import { PHONE_BUSY_CODE } from '#shared/payment.ts';
import { m } from '#shared/text/compiled/messages.js';
import { timeText } from '#web/ui/format/date-text.ts';
import type { Attempt } from './payment-texts.ts';

type PaymentTurnProps = { payment: Attempt; pushAt: string; amount: string };

/** M-Pesa would refuse to ask this phone now; when it is asked by itself, and why not sooner. */
export function PaymentTurn({ payment: { phoneNumber, resultCode }, pushAt, amount }: PaymentTurnProps) {
  const values = { phoneNumber: phoneNumber ?? '', amount, time: timeText(pushAt) };
  return (
    <div className="grid justify-items-center gap-2 py-2 text-center">
      <span className="grid size-14 place-items-center rounded-full bg-leaf-soft text-on-leaf-soft">
        <Clock aria-hidden="true" className="size-7" />
      </span>
      <div role="status">
        <h2 className="font-bold text-xl">{m.paymentWaitsTitle(values)}</h2>
        <p className="mt-1 text-muted">
          {resultCode === PHONE_BUSY_CODE ? m.paymentWaitsBusy(values) : m.paymentWaitsSameAmount(values)}
        </p>
      </div>
    </div>
  );
}
