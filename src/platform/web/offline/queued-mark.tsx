import { Link } from '@tanstack/react-router';
import { m } from '#platform/rules/text/compiled/messages.js';
import type { Entry } from './entry.ts';
import { useEntries } from './mirror.ts';

/** The first pending entry of a subject, preferably a readable one; undefined if there is none. */
export function useQueued(subject: string): Entry | undefined {
  const queued = useEntries().filter((entry) => entry.subject === subject);
  return queued.find(isReadable) ?? queued[0];
}

/**
 * Whether the next step is already queued. An unreadable entry may be anything, so it blocks no
 * step.
 */
export const isStepTaken = (queued: Entry | undefined): boolean =>
  queued !== undefined && isReadable(queued);

const isReadable = ({ isUnreadable }: Entry) => isUnreadable !== true;

/** Marks a thing as having a pending change, with a link to the list of all pending changes. */
export function QueuedMark({ entry: { refusal } }: { entry: Entry }) {
  return (
    <Link
      to="/waiting"
      className="relative inline-flex min-h-11 items-center gap-2 font-semibold text-ink text-sm no-underline hover:underline"
    >
      <span
        aria-hidden="true"
        className={
          refusal
            ? 'size-2.5 shrink-0 rounded-full bg-soil'
            : 'size-2.5 shrink-0 rounded-full bg-maize'
        }
      />
      {refusal ? m.queueMarkRefused() : m.queueMark()}
    </Link>
  );
}
