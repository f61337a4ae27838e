import { Link } from '@tanstack/react-router';
import { CalendarSync, ChevronRight } from 'lucide-react';
import type { Fulfilment, PaymentMethod } from '#orders/rules/order-facts.ts';
import { paymentMethodText } from '#orders/web/order-texts.ts';
import { unitText } from '#products/rules/product-texts.ts';
import { amountText, figureText } from '#rules/amounts.ts';
import { daysAfter } from '#rules/day.ts';
import { m } from '#text';
import { longWeekdayText, shortWeekdayText, weekdayText } from '#ui/format.ts';
import { showToast } from '#ui/show-toast.ts';
import { readFailure, sayFailure } from '#web/rpc.ts';
import { type RouterOutputs, trpc } from '#web/trpc.ts';
import { type Weekday, weekdayOf, weekdays } from '../rules.ts';

const fallbacks = { failed: m.saveFailed, connectionLost: m.offlineUnchanged };

export const standingFailure = (error: unknown): string | null =>
  error ? sayFailure(readFailure(error), fallbacks) : null;

export const useStandingOrders = () => trpc.buyer.standingOrders.list.useQuery();

function useAnswered() {
  const { list } = trpc.useUtils().buyer.standingOrders;
  return {
    // A running request would restore the old list.
    onMutate: () => list.cancel(),
    onSuccess: (all: NonNullable<ReturnType<typeof list.getData>>) => list.setData(undefined, all),
    // Another device, or the clock, has changed it in the meantime.
    onError: () => void list.invalidate(),
  };
}

export function useStandingSteps() {
  const answered = useAnswered();
  const { standingOrders } = trpc.buyer;
  return {
    pause: standingOrders.pause.useMutation(answered),
    resume: standingOrders.resume.useMutation(answered),
    skip: standingOrders.skip.useMutation(answered),
    end: standingOrders.end.useMutation(answered),
  };
}

export const useChangeProposal = () => trpc.buyer.standingOrders.change.useMutation(useAnswered());
export const useCreateStandingOrder = () =>
  trpc.buyer.standingOrders.create.useMutation(useAnswered());

export function sayResult(step: Promise<unknown>, done?: string): Promise<void> {
  return step.then(
    () => void (done && showToast('success', done)),
    (error: unknown) => showToast('error', standingFailure(error) ?? m.saveFailed()),
  );
}

export type StandingOrder =
  RouterOutputs['buyer']['standingOrders']['list']['standingOrders'][number];
export type NextDay = NonNullable<StandingOrder['next']>;
export type ProposedLine = NextDay['lines'][number];

/** The days after it give the other names. */
const SOME_MONDAY = '2026-03-02';
const dayOf = (weekday: Weekday) =>
  daysAfter(SOME_MONDAY, weekdays.indexOf(weekday) - weekdays.indexOf(weekdayOf(SOME_MONDAY)));

export const weekdayName = (weekday: Weekday): string => longWeekdayText(dayOf(weekday));
export const weekdayShortName = (weekday: Weekday): string => shortWeekdayText(dayOf(weekday));

/** "Every Tuesday, Friday" */
export const everyText = (chosen: readonly Weekday[]): string =>
  chosen.length === weekdays.length
    ? m.standingEveryDay()
    : m.standingEvery({ days: chosen.map(weekdayName).join(', ') });

type Terms = {
  fulfilment: Fulfilment;
  deliveryAddress?: string | null | undefined;
  paymentMethod: PaymentMethod;
};

/** "Delivered to Kilimo Road · M-Pesa" */
export const termsText = ({ fulfilment, deliveryAddress, paymentMethod }: Terms): string =>
  m.standingTerms({
    fulfilment:
      fulfilment === 'delivery'
        ? m.standingDelivered({ address: deliveryAddress ?? '' })
        : m.standingCollected(),
    payment: paymentMethodText(paymentMethod, fulfilment),
  });

export function lineProblemText(line: ProposedLine): string | null {
  const { name, unit } = line;
  switch (line.problem) {
    case null:
      return null;
    case 'gone':
      return m.errorProductGone({ name });
    case 'ownFarm':
      return m.standingOwnFarm({ name });
    case 'otherUnit':
      return m.standingOtherUnit({ name });
    case 'aboveCeiling':
      return m.standingAboveCeiling({
        name,
        price: amountText(line.price ?? 0),
        ceiling: amountText(line.ceiling),
      });
    case 'dearerDelivery':
      return m.standingDearerDelivery({ name, fee: amountText(line.deliveryFee ?? 0) });
    case 'notEnough':
      return m.errorNotEnoughForOffer({
        name,
        quantity: figureText(line.available),
        unit: unitText(line.available, unit),
      });
  }
}

export function StandingOrdersLink() {
  const orders = useStandingOrders().data?.standingOrders ?? [];
  if (orders.length === 0) return null;
  const days = orders.flatMap(({ next }) => next?.day ?? []).toSorted();
  const [first] = days;
  return (
    <Link
      to="/standing-orders"
      className="flex min-h-14 items-center gap-3 rounded-card border border-line bg-card px-4 py-2 text-ink no-underline hover:border-leaf"
    >
      <CalendarSync className="size-5.5 shrink-0 text-leaf" />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold leading-snug">{m.standingOrders()}</span>
        <span className="block text-muted text-sm">
          {first ? m.standingSummary({ day: weekdayText(first) }) : m.standingAllPaused()}
        </span>
      </span>
      <ChevronRight className="size-5 shrink-0 text-muted" />
    </Link>
  );
}
