import { Link } from '@tanstack/react-router';
import { m } from '#platform/rules/text/compiled/messages.js';
import { getLocale } from '#platform/rules/text/compiled/runtime.js';
import { dayText } from '#platform/web/ui/format/date-text.ts';
import type { StandingOrder } from './standing-texts.ts';

const texts = {
  proposed: m.standingSummary,
  placed: m.standingLastPlaced,
  skipped: m.standingLastSkipped,
  failed: m.standingLastFailed,
};

/** The last day: its orders, the lines left out, or why nothing was ordered. */
export function LastDay({ last }: { last: NonNullable<StandingOrder['last']> }) {
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
            {m.orderTitle({ id: orderId })}
          </Link>
        ))}
      </p>
      {notes.map((note) => (
        <p key={note.en}>{note[getLocale()]}</p>
      ))}
    </div>
  );
}
