import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { m } from '#platform/rules/text/compiled/messages.js';
import type { Entry } from '#platform/web/offline/entry.ts';
import { findKind } from '#platform/web/offline/kinds.ts';
import { useEntries } from '#platform/web/offline/mirror.ts';
import { LeaveQuestion } from './leave-question.tsx';

export { startQueue } from './start-queue.ts';

/** A change that is sent within this time is not shown. */
const SHOWN_AFTER_MILLISECONDS = 4000;

/**
 * The queue's parts on every screen: a bar while changes are pending, and the question at logout.
 */
export function QueueParts({ pathname }: { pathname: string }) {
  return (
    <>
      <WaitingBar pathname={pathname} />
      <LeaveQuestion />
    </>
  );
}

/** A bar at the top of the screens while changes are pending or need a decision. */
function WaitingBar({ pathname }: { pathname: string }) {
  const entries = useEntries();
  const isLong = useIsLong(entries);
  const isLoose = entries.some((entry) => entry.isLoose);
  const refused = entries.filter(({ refusal }) => refusal !== null).length;
  // A conversation shows its own messages, and /waiting shows all changes.
  const isShownThere = entries.every(({ kind }) => {
    const { shownOn } = findKind(kind) ?? {};
    return shownOn !== undefined && pathname.startsWith(shownOn);
  });
  if (!isLong || isShownThere || pathname === '/waiting') return null;
  return (
    <Link
      to="/waiting"
      className="flex min-h-11 flex-wrap items-center justify-center gap-x-2 border-line border-b bg-sunk px-4 py-1.5 text-center font-semibold text-ink no-underline hover:bg-line/60 print:hidden"
    >
      <span
        aria-hidden="true"
        className={refused > 0 ? 'size-2.5 rounded-full bg-soil' : 'size-2.5 rounded-full bg-maize'}
      />
      {refused > 0
        ? m.queueBadgeRefused({ count: refused })
        : m.queueBadge({ count: entries.length })}
      <span className="text-leaf underline underline-offset-2">{m.queueBadgeOpen()}</span>
      {isLoose && (
        <span className="w-full text-balance font-normal text-sm text-soil">{m.queueLoose()}</span>
      )}
    </Link>
  );
}

/**
 * Whether a change has been pending for some seconds, is refused, or was there before this page.
 */
function useIsLong(entries: readonly Entry[]): boolean {
  const [, drawAgain] = useState(0);
  const first = entries
    .map(({ writtenAt }) => Date.parse(writtenAt) + SHOWN_AFTER_MILLISECONDS)
    .filter(Number.isFinite)
    .sort((one, other) => one - other)[0];
  useEffect(() => {
    if (first === undefined) return;
    const timer = setTimeout(() => drawAgain(first), Math.max(0, first - Date.now()));
    return () => clearTimeout(timer);
  }, [first]);
  const left = (first ?? Number.POSITIVE_INFINITY) - Date.now();
  // A change from the future was written before the clock was set back.
  const isOfLater = Number.isFinite(left) && left > SHOWN_AFTER_MILLISECONDS;
  return (
    left <= 0 || isOfLater || entries.some(({ refusal, isLoose }) => refusal !== null || isLoose)
  );
}
