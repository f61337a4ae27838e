import { Link } from '@tanstack/react-router';
import { m } from '#platform/rules/text/compiled/messages.js';
import { findKind } from '#platform/web/offline/kinds.ts';
import { useEntries } from '#platform/web/offline/mirror.ts';
import { useIsLong } from '#platform/web/offline/queued-mark.tsx';
import { LeaveQuestion } from './leave-question.tsx';

export { startQueue } from './start-queue.ts';

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
