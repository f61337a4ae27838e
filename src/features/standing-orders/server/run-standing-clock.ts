import { repeatRounds } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { LiveDatabase } from '#platform/server/live-database.ts';
import { STANDING_CLOCK_SECONDS } from '#standing-orders/rules/limits.ts';
import { placeDays } from './days/place-days.ts';
import { proposeDays } from './days/propose-days.ts';

type Needs = Parameters<typeof placeDays>[1];

/** Several processes may run this at the same time. */
export async function runStandingClock(
  db: Database,
  services: Needs,
  isStopped: () => boolean = () => false,
): Promise<void> {
  await proposeDays(db, services, isStopped);
  await placeDays(db, services, isStopped);
}

export function startStandingClock(
  db: Database,
  { live, ...services }: Needs & { live: LiveDatabase },
) {
  return repeatRounds((isStopped) => runStandingClock(db, services, isStopped), {
    pauseMilliseconds: STANDING_CLOCK_SECONDS * 1000,
    mayRun: live.isLive,
    onError: { log: services.log, text: 'the clock of standing orders missed a round' },
  });
}
