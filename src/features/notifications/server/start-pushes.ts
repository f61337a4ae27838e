import { setImmediate } from 'node:timers/promises';
import type { Database } from '#platform/server/db/database.ts';
import type { LiveDatabase } from '#platform/server/live-database.ts';
import { repeatRounds } from '#platform/server/repeat-rounds.ts';
import { type PushNeeds, sendPush, takePushes } from './push/send-push.ts';

const INTERVAL_MILLISECONDS = 1000;
/** How many messages one process sends at the same time. */
const AT_ONCE = 40;
/**
 * The next messages are leased when this many slots are free: one query serves several messages,
 * and slow services delay no others.
 */
const TAKEN_FROM = 10;

/**
 * Checks for notifications to push once a second until stopped. `stop` waits for those in progress.
 */
export function startPushes(
  db: Database,
  { live, ...services }: PushNeeds & { live: LiveDatabase },
) {
  const running = new Set<Promise<void>>();
  const rounds = repeatRounds((isStopped) => sendDuePushes(db, { running, isStopped }, services), {
    pauseMilliseconds: INTERVAL_MILLISECONDS,
    mayRun: live.isLive,
    onError: { log: services.log, text: 'the notifications to push could not be read' },
  });
  return {
    async stop() {
      await rounds.stop();
      await Promise.all(running);
    },
  };
}

type Sending = { running: Set<Promise<void>>; isStopped?: () => boolean };

/**
 * Starts sending everything that is due. `running` holds the messages in progress.
 * @returns how many were leased
 */
export async function sendDuePushes(
  db: Database,
  { running, isStopped = () => false }: Sending,
  services: PushNeeds,
) {
  let count = 0;
  while (!isStopped()) {
    while (AT_ONCE - running.size < TAKEN_FROM) await Promise.race(running);
    const free = AT_ONCE - running.size;
    const { taken, due } = await takePushes(db, free, services);
    for (const push of due) {
      const sending = sendPush(db, push, services).catch((error: unknown) => {
        services.log.warn({ err: error }, 'a notification could not be pushed');
      });
      running.add(sending);
      sending.finally(() => running.delete(sending));
      // Encryption takes a good part of a millisecond, so other work runs in between.
      await setImmediate();
    }
    count += taken;
    if (taken < free) break;
  }
  return count;
}
