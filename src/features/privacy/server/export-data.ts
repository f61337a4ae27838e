import { AppError } from '#platform/server/app-error.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { createFairQueue } from '#platform/server/fair-queue.ts';
import { clientOfPerson } from '#platform/server/heavy-work.ts';
import type { RateLimits } from '#platform/server/rate-limits.ts';
import { beginExport } from './begin-export.ts';
import { readWords } from './message-queries.ts';
import { readNoticeLists } from './notice-export-queries.ts';
import { readPhoneLists } from './phone-export-queries.ts';
import { readPerson } from './queries.ts';
import { readTrade } from './trade-export-queries.ts';

/** The whole answer is in memory, so only two are made at the same time. */
const exports = createFairQueue({
  atOnce: 2,
  waitingMax: 20,
  waitMilliseconds: 60_000,
  retryAfterSeconds: 10,
});

/**
 * All that is kept about a person, for that person (Data Protection Act 2019, section 38), in one
 * piece; streamData sends the same piece by piece. @throws AppError NOT_FOUND, TOO_MANY_ATTEMPTS
 */
export async function exportData(
  db: Database,
  userId: number,
  services: { clock: Clock; rateLimits: RateLimits },
) {
  const endExport = await beginExport(userId, services);
  try {
    return await exports.run(clientOfPerson(userId), async () => {
      const person = await readPerson(db, userId);
      if (!person.account) throw new AppError('NOT_FOUND');
      return {
        exportedAt: services.clock(),
        ...person,
        ...(await readTrade(db, userId)),
        ...(await readNoticeLists(db, userId)),
        ...(await readPhoneLists(db, userId)),
        ...(await readWords(db, userId)),
      };
    });
  } finally {
    await endExport();
  }
}
