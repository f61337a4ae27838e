import { Link } from '@tanstack/react-router';
import { m } from '#platform/rules/text/compiled/messages.js';
import type { Entry } from './entry.ts';
import { useEntries } from './mirror.ts';

/**
 * The first of what waits about a subject, before what cannot be read; undefined if nothing does.
 */
export function useQueued(subject: string): Entry | undefined {
  const queued = useEntries().filter((entry) => entry.subject === subject);
  return queued.find(isReadable) ?? queued[0];
}

/**
 * Whether the next step is already taken and waits. What cannot be read may have been anything, so
 * it takes no step away.
 */
export const isStepTaken = (queued: Entry | undefined): boolean =>
  queued !== undefined && isReadable(queued);

const isReadable = ({ isUnreadable }: Entry) => isUnreadable !== true;

/**
 * Says at the thing itself that something about it waits, and leads to the list of all that does.
 */
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
