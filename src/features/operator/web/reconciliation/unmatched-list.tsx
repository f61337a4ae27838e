import { type FormEvent, useState } from 'react';
import { REASON_MAX } from '#features/operator/rules/limits.ts';
import { moneyText } from '#platform/rules/money.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { failureText } from '#platform/web/client/failure.ts';
import { showToast } from '#platform/web/ui/feedback/show-toast.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { TextAreaField } from '#platform/web/ui/form/text-field.tsx';
import { momentText } from '#platform/web/ui/format/date-text.ts';
import { FormDialog } from '#platform/web/ui/overlay/form-dialog.tsx';
import type { Reconciliation } from './differences-table.tsx';

type Unmatched = Reconciliation['unmatched'][number];
type Close = (given: { receipt: string; reason: string }) => Promise<string>;

/** Money that came in and that no order has, largest first. */
export function UnmatchedList({
  unmatched,
  onClose,
}: {
  unmatched: readonly Unmatched[];
  onClose: Close | null;
}) {
  const [closing, setClosing] = useState<Unmatched | null>(null);
  if (unmatched.length === 0) return <p className="text-muted">{m.reconcileNoUnmatched()}</p>;
  return (
    <>
      <ul className="divide-y divide-line overflow-clip rounded-card border border-line bg-card">
        {unmatched.map((payment) => (
          <li
            key={payment.receipt}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3"
          >
            <div className="min-w-0">
              <p className="flex flex-wrap items-baseline gap-x-3">
                <span className="font-bold text-lg tabular-nums">{moneyText(payment.amount)}</span>
                <span className="text-muted">{payment.receipt}</span>
              </p>
              <p className="text-sm wrap-anywhere">{payment.otherParty || payment.details}</p>
              <p className="text-muted text-sm wrap-anywhere">
                {momentText(payment.completedAt)}
                {payment.accountNumber && ` · ${m.reconcileAccount()}: ${payment.accountNumber}`}
              </p>
            </div>
            {onClose && (
              <Button variant="secondary" size="small" onClick={() => setClosing(payment)}>
                {m.reconcileClose()} <span className="sr-only">{payment.receipt}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {closing && onClose && (
        <CloseDialog payment={closing} onClose={onClose} onEnd={() => setClosing(null)} />
      )}
    </>
  );
}

type CloseDialogProps = { payment: Unmatched; onClose: Close; onEnd: () => void };

function CloseDialog({ payment, onClose, onEnd }: CloseDialogProps) {
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [banner, setBanner] = useState<string | null>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    if (reason.trim() === '') return setIsMissing(true);
    setIsBusy(true);
    try {
      showToast('success', await onClose({ receipt: payment.receipt, reason: reason.trim() }));
      onEnd();
    } catch (error) {
      setBanner(failureText(error, m.errorUnexpected()));
      setIsBusy(false);
    }
  }

  return (
    <FormDialog
      title={m.reconcileCloseTitle({ receipt: payment.receipt })}
      submitLabel={m.reconcileClose()}
      isBusy={isBusy}
      onSubmit={submit}
      onChange={() => {
        setBanner(null);
        setIsMissing(false);
      }}
      banner={banner}
      onClose={onEnd}
    >
      <p>
        {m.reconcileCloseText({
          amount: moneyText(payment.amount),
          who: payment.otherParty || payment.details,
        })}
      </p>
      <TextAreaField
        label={m.reconcileReason()}
        value={reason}
        maxLength={REASON_MAX}
        onChange={({ target }) => setReason(target.value)}
        error={isMissing ? m.reasonRequired() : undefined}
      />
    </FormDialog>
  );
}
