import { useState } from 'react';
import { moneyText } from '#platform/rules/money.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { FormBanner } from '#platform/web/ui/feedback/notice.tsx';
import { showToast } from '#platform/web/ui/feedback/show-toast.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { weekdayText } from '#platform/web/ui/format/date-text.ts';
import { type LineChange, ProposedLine } from './proposed-line.tsx';
import type { NextDay } from './standing-texts.ts';
import {
  sayResult,
  standingFailure,
  useChangeProposal,
  useStandingSteps,
} from './use-standing-orders.ts';

/** The order proposed for the next day. It can be changed or skipped until it is placed. */
export function ProposedDay({ id, next }: { id: number; next: NextDay }) {
  const { day, version, lines, total, isChangeable } = next;
  const [changes, setChanges] = useState<Record<number, LineChange>>({});
  const change = useChangeProposal();
  const { skip } = useStandingSteps();
  const dayName = weekdayText(day);
  const isChanged = Object.keys(changes).length > 0;

  const save = () =>
    change
      .mutateAsync({
        id,
        day,
        version,
        lines: lines.map(({ lineId, quantity, productId, ceiling }) => ({
          lineId,
          quantity,
          ceiling,
          ...(productId !== null && { productId }),
          ...changes[lineId],
        })),
      })
      .then(
        () => showToast('success', m.standingChangeSaved({ day: dayName })),
        () => {},
      );

  return (
    <section className="grid grid-cols-1 gap-3 rounded-card bg-leaf-soft p-3.5 text-on-leaf-soft">
      <div>
        <h3 className="font-bold text-lg leading-snug">{m.standingSummary({ day: dayName })}</h3>
        <p className="text-sm">
          {isChangeable ? m.standingProposedUntil() : m.standingBeingPlaced()}
        </p>
      </div>
      <ul className="divide-y divide-line rounded-field bg-card px-3 text-ink">
        {lines.map((line) => (
          <ProposedLine
            key={line.lineId}
            line={line}
            change={changes[line.lineId] ?? {}}
            onChange={(one) => {
              change.reset();
              setChanges({ ...changes, [line.lineId]: { ...changes[line.lineId], ...one } });
            }}
            isOpen={isChangeable}
          />
        ))}
      </ul>
      <FormBanner text={standingFailure(change.error)} />
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        {isChanged ? (
          <Button isWide isBusy={change.isPending} onClick={() => void save()}>
            {m.standingChangeSave()}
          </Button>
        ) : (
          <p className="font-bold tabular-nums">
            {total === 0
              ? m.standingNothing()
              : `${m.standingTotalCollected()}: ${moneyText(total)}`}
          </p>
        )}
        {isChangeable && (
          <Button
            variant="secondary"
            size="small"
            isBusy={skip.isPending}
            onClick={() =>
              void sayResult(skip.mutateAsync({ id, day }), m.standingSkipped({ day: dayName }))
            }
          >
            {m.standingSkip()}
          </Button>
        )}
      </div>
    </section>
  );
}
