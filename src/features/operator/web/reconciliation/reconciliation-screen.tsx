import { STATEMENT_MAX_CHARACTERS } from '#features/operator/rules/limits.ts';
import { ImportFile } from '#features/operator/web/import-file.tsx';
import type { Day } from '#platform/rules/day.ts';
import { moneyText } from '#platform/rules/money.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { timeText } from '#platform/web/ui/format/date-text.ts';
import { Figure } from '#platform/web/ui/layout/figures.tsx';
import { DifferencesTable, type Reconciliation } from './differences-table.tsx';
import { UnmatchedList } from './unmatched-list.tsx';

type ReconciliationScreenProps = {
  reconciliation: Reconciliation;
  /** The last day that can be chosen. */
  today: Day;
  onDay: (day: Day) => void;
  /** Null for roles that may only look. Both answer the operation's sentence. */
  onImport: ((text: string) => Promise<string>) | null;
  onCloseUnmatched: ((given: { receipt: string; reason: string }) => Promise<string>) | null;
};

/** A day of M-Pesa's statements against our books. */
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

/** Which hours of the day the statements cover, one line for each shortcode. */
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
