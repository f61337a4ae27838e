import { useState } from 'react';
import { packedText } from '#features/orders/web/order-texts.ts';
import { priceText, productNameText } from '#features/products/web/product-texts.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { weekdayText } from '#platform/web/ui/format/date-text.ts';
import { ConfirmDialog } from '#platform/web/ui/overlay/confirm-dialog.tsx';
import { LastDay } from './last-day.tsx';
import { ProposedDay } from './proposed-day.tsx';
import { everyText, type StandingOrder, termsText } from './standing-texts.ts';
import { sayResult, useStandingSteps } from './use-standing-orders.ts';

/** One standing order: its next day first, then how to pause or end it. */
export function StandingCard({ order }: { order: StandingOrder }) {
  const { id, weekdays, isPaused, next, last } = order;
  return (
    <li className="grid grid-cols-1 gap-3 rounded-card border border-line bg-card p-4 sm:p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="font-bold text-lg leading-snug">{everyText(weekdays)}</h2>
        {isPaused && <Badge tone="maize">{m.standingPaused()}</Badge>}
        <p className="w-full text-muted text-sm">{termsText(order)}</p>
      </div>
      {next?.isProposed ? (
        <ProposedDay key={`${next.day} ${next.version}`} id={id} next={next} />
      ) : (
        <PlannedDay order={order} />
      )}
      {last && <LastDay last={last} />}
      <Steps order={order} />
    </li>
  );
}

/** The basket with its highest prices, and the day that is proposed on its evening before. */
function PlannedDay({ order: { id, lines, next } }: { order: StandingOrder }) {
  const { skip } = useStandingSteps();
  return (
    <div className="grid gap-2">
      <ul className="divide-y divide-line border-line border-y">
        {lines.map((line) => (
          <li key={line.id} className="py-1.5 leading-snug">
            <span className="block wrap-anywhere font-semibold">{productNameText(line)}</span>
            <span className="block text-muted text-sm tabular-nums">
              {packedText(line)} · {m.standingUpTo({ price: priceText(line.ceiling, line.unit) })}
            </span>
          </li>
        ))}
      </ul>
      {next && (
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <p className="min-w-0 leading-snug">
            <span className="font-semibold">
              {m.standingSummary({ day: weekdayText(next.day) })}
            </span>
            <span className="block text-muted text-sm">{m.standingPlanned()}</span>
          </p>
          <Button
            variant="secondary"
            size="small"
            isBusy={skip.isPending}
            onClick={() =>
              void sayResult(
                skip.mutateAsync({ id, day: next.day }),
                m.standingSkipped({ day: weekdayText(next.day) }),
              )
            }
          >
            {m.standingSkip()}
          </Button>
        </div>
      )}
    </div>
  );
}

function Steps({ order: { id, isPaused } }: { order: StandingOrder }) {
  const { pause, resume, end } = useStandingSteps();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className="-mb-1.5 flex flex-wrap items-center gap-x-2 border-line border-t pt-1.5">
      {isPaused ? (
        <Button
          variant="secondary"
          isBusy={resume.isPending}
          onClick={() => void sayResult(resume.mutateAsync({ id }), m.standingResumed())}
        >
          {m.standingResume()}
        </Button>
      ) : (
        <Button
          variant="quiet"
          isBusy={pause.isPending}
          onClick={() => void sayResult(pause.mutateAsync({ id }), m.standingPausedSaid())}
        >
          {m.standingPause()}
        </Button>
      )}
      <Button variant="quiet" className="ml-auto text-soil!" onClick={() => setIsAsking(true)}>
        {m.standingEnd()}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        isBusy={end.isPending}
        title={m.standingEndTitle()}
        text={m.standingEndText()}
        confirmLabel={m.standingEnd()}
        dismissLabel={m.standingKeep()}
        onConfirm={() =>
          void sayResult(end.mutateAsync({ id }), m.standingEnded()).then(() => setIsAsking(false))
        }
        onCancel={() => setIsAsking(false)}
      />
    </div>
  );
}
