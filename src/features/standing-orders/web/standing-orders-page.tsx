import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { BackLink } from '#orders/web/back-link.tsx';
import { packedText } from '#orders/web/order-texts.ts';
import { priceText, productNameText } from '#products/rules/product-texts.ts';
import { getLocale } from '#rules/text/compiled/runtime.js';
import { m } from '#text';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { Button, Skeleton } from '#ui/elements.tsx';
import { Badge, EmptyState, QueryView } from '#ui/feedback.tsx';
import { dayText, weekdayText } from '#ui/format.ts';
import { Container } from '#web/page-frame.tsx';
import { useSessionEnd } from '#web/use-session-end.ts';
import { ProposedDay } from './proposed-day.tsx';
import {
  everyText,
  type StandingOrder,
  sayResult,
  termsText,
  useStandingOrders,
  useStandingSteps,
} from './use-standing-orders.tsx';

const texts = {
  proposed: m.standingSummary,
  placed: m.standingLastPlaced,
  skipped: m.standingLastSkipped,
  failed: m.standingLastFailed,
};

export function StandingOrdersPage() {
  const list = useStandingOrders();
  useSessionEnd('buyer', list.error);
  return (
    <main id="main" className="pt-1 pb-24 sm:pt-5 sm:pb-12">
      <Container>
        <div className="mb-1 flex items-center sm:gap-5">
          <BackLink tab="orders">{m.tabOrders()}</BackLink>
          <h1 tabIndex={-1} className="font-extrabold text-2xl sm:text-3xl">
            {m.standingOrders()}
          </h1>
        </div>
        <QueryView query={list} skeleton={<Skeleton className="h-72 rounded-card!" />}>
          {({ standingOrders }) =>
            standingOrders.length === 0 ? (
              <EmptyState picture="orders" title={m.standingNone()} text={m.standingNoneText()} />
            ) : (
              <>
                <p className="mb-4 max-w-prose text-muted">{m.standingLead()}</p>
                <ul className="grid grid-cols-1 items-start gap-4 sm:gap-6 lg:grid-cols-2">
                  {standingOrders.map((order) => (
                    <StandingCard key={order.id} order={order} />
                  ))}
                </ul>
              </>
            )
          }
        </QueryView>
      </Container>
    </main>
  );
}

function StandingCard({ order }: { order: StandingOrder }) {
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
          onClick={() => void sayResult(resume.mutateAsync({ id }))}
        >
          {m.standingResume()}
        </Button>
      ) : (
        <Button
          variant="quiet"
          isBusy={pause.isPending}
          onClick={() => void sayResult(pause.mutateAsync({ id }))}
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
        text={m.productDeleteText()}
        confirmLabel={m.standingEnd()}
        dismissLabel={m.standingKeep()}
        onConfirm={() => void sayResult(end.mutateAsync({ id })).then(() => setIsAsking(false))}
        onCancel={() => setIsAsking(false)}
      />
    </div>
  );
}

function LastDay({ last }: { last: NonNullable<StandingOrder['last']> }) {
  const { day, status, orderIds, notes } = last;
  return (
    <div className="rounded-field bg-sunk px-3 py-2 text-sm leading-snug">
      <p>
        <span className="font-semibold first-letter:uppercase">
          {texts[status]({ day: dayText(day) })}
        </span>
      </p>
      <p className="empty:hidden">
        {orderIds.map((orderId) => (
          <Link
            key={orderId}
            to="/orders/$orderId"
            params={{ orderId }}
            className="-my-2 mr-2 inline-block py-2 font-semibold"
          >
            {m.orderNumber({ id: orderId })}
          </Link>
        ))}
      </p>
      {notes.map((note) => (
        <p key={note.en}>{note[getLocale()]}</p>
      ))}
    </div>
  );
}
