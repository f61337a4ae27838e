import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { REASON_MAX, STATEMENT_MAX_CHARACTERS } from '#operator/rules/desk-input.ts';
import { moneyText } from '#rules/amounts.ts';
import { dayInNairobi } from '#rules/day.ts';
import { m } from '#text';
import { Figure } from '#ui/dashboard-tab.tsx';
import { FormDialog } from '#ui/dialog.tsx';
import { Button, Skeleton } from '#ui/elements.tsx';
import { Notice, QueryView } from '#ui/feedback.tsx';
import { TextAreaField, TextField } from '#ui/field.tsx';
import { momentText, timeText } from '#ui/format.ts';
import { showToast } from '#ui/show-toast.ts';
import { failureText } from '#web/rpc.ts';
import { trpc } from '#web/trpc.ts';
import { perform } from '../desk-client.ts';
import { ImportFile } from '../desk-parts.tsx';
import { DifferencesTable, type Reconciliation } from './differences-table.tsx';

export function StatementTab() {
  const today = dayInNairobi(new Date());
  const [day, setDay] = useState<Day>(today);
  const me = trpc.desk.entry.me.useQuery();
  const reconciliation = trpc.desk.statement.useQuery({ day });
  const queries = useQueryClient();
  const mayDecide = me.data?.role === 'finance' || me.data?.role === 'lead';
  const does = async (name: string, input: Record<string, unknown>) => {
    const said = await perform(name, { input });
    await queries.invalidateQueries();
    return said;
  };
  return (
    <QueryView query={reconciliation} skeleton={<Skeleton className="h-96 w-full" />}>
      {(shown) => (
        <ReconciliationScreen
          reconciliation={shown}
          today={today}
          onDay={setDay}
          onImport={mayDecide ? (text) => does('importStatement', { text }) : null}
          onCloseUnmatched={mayDecide ? (given) => does('closeUnmatched', given) : null}
        />
      )}
    </QueryView>
  );
}

type ReconciliationScreenProps = {
  reconciliation: Reconciliation;
  today: Day;
  onDay: (day: Day) => void;
  /** Null for roles that may only look. Both answer the operation's sentence. */
  onImport: ((text: string) => Promise<string>) | null;
  onCloseUnmatched: ((given: { receipt: string; reason: string }) => Promise<string>) | null;
};

export function ReconciliationScreen({
  reconciliation,
  today,
  onDay,
  onImport,
  onCloseUnmatched,
}: ReconciliationScreenProps) {
  const { day, matched, charges, differences, statements, unmatched, isWhole } = reconciliation;
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <TextField
          label={m.reconcileDay()}
          type="date"
          value={day}
          max={today}
          onChange={({ target }) => target.value && onDay(target.value)}
          className="max-sm:w-full sm:w-56"
        />
        {onImport && (
          <ImportFile
            label={m.reconcileImport()}
            hint={m.reconcileImportHint()}
            charactersMax={STATEMENT_MAX_CHARACTERS}
            onImport={onImport}
          />
        )}
      </div>
      {statements.length === 0 ? (
        <Notice type="info">{m.reconcileNone()}</Notice>
      ) : (
        <div className="grid gap-2">
          <dl className="grid gap-px overflow-hidden rounded-card border border-line bg-line sm:grid-cols-3">
            <Figure
              label={m.reconcileIn()}
              value={moneyText(matched.in.amount)}
              note={m.reconcileLines({ count: matched.in.count })}
            />
            <Figure
              label={m.reconcileOut()}
              value={moneyText(matched.out.amount)}
              note={m.reconcileLines({ count: matched.out.count })}
            />
            <Figure label={m.reconcileCharges()} value={moneyText(charges)} />
          </dl>
          <Covered statements={statements} />
          {!isWhole && <Notice type="error">{m.reconcileCut()}</Notice>}
        </div>
      )}
      {(statements.length > 0 || differences.length > 0) && (
        <section className="grid gap-3">
          <h2 className="font-bold text-xl">{m.reconcileDifferences()}</h2>
          {differences.length === 0 ? (
            <p className="text-muted">{m.reconcileNoDifferences()}</p>
          ) : (
            <DifferencesTable differences={differences} />
          )}
        </section>
      )}
      <section className="grid gap-3">
        <h2 className="font-bold text-xl">{m.reconcileUnmatched()}</h2>
        <UnmatchedList unmatched={unmatched} onClose={onCloseUnmatched} />
      </section>
    </div>
  );
}

function Covered({ statements }: Pick<Reconciliation, 'statements'>) {
  return (
    <ul className="text-muted text-sm">
      {statements.map(({ shortcode, from, to }) => (
        <li key={`${shortcode} ${from} ${to}`}>
          {shortcode && <span className="font-semibold">{shortcode}: </span>}
          {m.reconcileCovered({ from: timeText(from), to: timeText(to) })}
        </li>
      ))}
    </ul>
  );
}

type Unmatched = Reconciliation['unmatched'][number];

type Close = (given: { receipt: string; reason: string }) => Promise<string>;

function UnmatchedList({
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
                {payment.accountNumber && ` · ${m.settingsAccount()}: ${payment.accountNumber}`}
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
  const closing = useMutation({
    mutationFn: () => onClose({ receipt: payment.receipt, reason: reason.trim() }),
    onSuccess: (said) => {
      showToast('success', said);
      onEnd();
    },
  });

  function submit(event: React.FormEvent) {
    event.preventDefault();
    if (closing.isPending) return;
    if (reason.trim() === '') return setIsMissing(true);
    closing.mutate();
  }

  return (
    <FormDialog
      title={m.reconcileCloseTitle({ receipt: payment.receipt })}
      submitLabel={m.reconcileClose()}
      isBusy={closing.isPending}
      onSubmit={submit}
      onChange={() => {
        closing.reset();
        setIsMissing(false);
      }}
      banner={closing.error && failureText(closing.error, m.errorUnexpected())}
      onClose={onEnd}
    >
      <p>
        {m.reconcileCloseText({
          amount: moneyText(payment.amount),
          who: payment.otherParty || payment.details,
        })}
      </p>
      <TextAreaField
        label={m.orderReasonLabel()}
        value={reason}
        maxLength={REASON_MAX}
        onChange={({ target }) => setReason(target.value)}
        error={isMissing ? m.reasonRequired() : undefined}
      />
    </FormDialog>
  );
}
