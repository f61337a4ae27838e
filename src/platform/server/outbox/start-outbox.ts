import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { LiveDatabase } from '#platform/server/live-database.ts';
import type { Logger } from '#platform/server/log.ts';
import { repeatRounds } from '#platform/server/repeat-rounds.ts';
import { handleMessage, takeMessages } from './handle-messages.ts';
import type { StaffedLane } from './lanes.ts';

const INTERVAL_MILLISECONDS = 1000;
/** A lane leases several messages at once when this part of it is free. */
const LEAST_FREE = 0.25;

type Needs = { clock: Clock; log: Logger; live: LiveDatabase };

export function startOutbox<Services extends Needs>(
  db: Database,
  lanes: readonly StaffedLane<Services>[],
  services: Services,
) {
  const started = lanes.map((lane) => startLane(db, lane, services));
  return {
    async stop() {
      await Promise.all(started.map(({ stop }) => stop()));
    },
  };
}

function startLane<Services extends Needs>(
  db: Database,
  lane: StaffedLane<Services>,
  services: Services,
) {
  const running = new Set<Promise<void>>();
  const warn = (error: unknown) =>
    services.log.warn({ err: error, lane: lane.name }, 'the outbox could not be read');
  const round = async (isStopped: () => boolean) => {
    try {
      while (!isStopped()) {
        const free = lane.atOnce - running.size;
        if (free < lane.atOnce * LEAST_FREE) {
          await Promise.race(running);
          continue;
        }
        const messages = await takeMessages(db, { lane, limit: free }, services);
        for (const message of messages) {
          const handling = handleMessage(db, { message, lane }, services).catch(warn);
          running.add(handling);
          handling.finally(() => running.delete(handling));
        }
        if (messages.length < free) return;
      }
    } catch (error) {
      warn(error);
    }
  };
  const mayRun = lane.isOutgoing && services.live.isLive;
  const rounds = repeatRounds(round, { pauseMilliseconds: INTERVAL_MILLISECONDS, mayRun });
  return {
    async stop() {
      await rounds.stop();
      await Promise.all(running);
    },
  };
}
