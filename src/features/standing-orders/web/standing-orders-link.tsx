import { Link } from '@tanstack/react-router';
import { CalendarSync, ChevronRight } from 'lucide-react';
import { m } from '#text';
import { weekdayText } from '#ui/format/date-text.ts';
import { useStandingOrders } from './use-standing-orders.ts';

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
      <CalendarSync aria-hidden="true" className="size-5.5 shrink-0 text-leaf" />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold leading-snug">{m.standingOrders()}</span>
        <span className="block text-muted text-sm">
          {first ? m.standingSummary({ day: weekdayText(first) }) : m.standingAllPaused()}
        </span>
      </span>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
    </Link>
  );
}
