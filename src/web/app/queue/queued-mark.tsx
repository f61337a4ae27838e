import { Link } from '@tanstack/react-router';
import { m } from '#shared/text/compiled/messages.js';
import type { Entry } from './entry.ts';
import { useEntries } from './mirror.ts';

/** The first of what waits about a subject; undefined if nothing does. */
export const useQueued = (subject: string): Entry | undefined => useEntries().find((entry) => entry.subject === subject);

/** Says at the thing itself that something about it waits, and leads to the list of all that does. */
export function QueuedMark({ entry: { refusal } }: { entry: Entry }) {
  return (
    <Link
      to="/waiting"
      className="relative inline-flex min-h-11 items-center gap-2 font-semibold text-ink text-sm no-underline hover:underline"
    >
      <span aria-hidden="true" className={refusal ? 'size-2.5 rounded-full bg-soil' : 'size-2.5 rounded-full bg-maize'} />
      {refusal ? m.queueMarkRefused() : m.queueMark()}
    </Link>
  );
}
