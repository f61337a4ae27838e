import type { Database } from '#server/db/connect.ts';
import { repeatRounds } from '#server/repeat-rounds.ts';
import type { Services } from '#server/services.ts';
import { OUTBOX_BATCH, type OutboxHandlers, workThroughOutbox } from './work-through-outbox.ts';

const INTERVAL_MILLISECONDS = 1000;

/** Looks into the outbox once a second until stopped; `stop` waits for the round that is running. */
export function startOutbox(db: Database, handlers: OutboxHandlers, services: Pick<Services, 'clock' | 'log'>) {
  const round = async (isStopped: () => boolean) => {
    try {
      // A full round may have left something: a code that somebody waits for, behind many letters.
      while ((await workThroughOutbox(db, handlers, services)) === OUTBOX_BATCH && !isStopped());
    } catch (error) {
      services.log.warn({ err: error }, 'the outbox could not be read');
    }
  };
  return repeatRounds(round, { pauseMilliseconds: INTERVAL_MILLISECONDS });
}
