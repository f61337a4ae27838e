import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { m } from '#text';
import type { Entry } from './entry.ts';
import { useEntries } from './mirror.ts';

/** A change that is sent within this time is only marked with a dot. */
const SHOWN_AFTER_MILLISECONDS = 3000;

export function useQueued(subject: string): Entry | undefined {
  const queued = useEntries().filter((entry) => entry.subject === subject);
  return queued.find(isReadable) ?? queued[0];
}

/** An unreadable entry may be anything, so it blocks no step. */
export const isStepTaken = (queued: Entry | undefined) =>
  queued !== undefined && isReadable(queued);

const isReadable = ({ isUnreadable }: Entry) => isUnreadable !== true;

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
      {refusal ? m.queueMarkRefused() : m.queueTitle()}
    </Link>
  );
}

/** For a row that must not change its height for a moment: a dot, until it takes long. */
export const QueuedDot = ({ entry }: { entry: Entry }) =>
  !useIsLong([entry]) && (
    <span
      role="img"
      aria-label={m.queueTitle()}
      className="inline-block size-2.5 shrink-0 rounded-full bg-maize"
    />
  );

export const LongQueuedMark = ({ entry }: { entry: Entry }) =>
  useIsLong([entry]) && <QueuedMark entry={entry} />;

/** Pending for some seconds, refused, or from before this page. */
export function useIsLong(entries: readonly Entry[]) {
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
