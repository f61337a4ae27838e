import type { Database } from '#platform/server/db/database.ts';
import { createFairQueue } from '#platform/server/fair-queue.ts';
import { clientOfPerson } from '#platform/server/heavy-work.ts';
import { type ExportServices, streamData } from './stream-data.ts';

/** The whole answer is in memory, so only two exports run at the same time. */
const exports = createFairQueue({
  atOnce: 2,
  waitingMax: 20,
  waitMilliseconds: 60_000,
  retryAfterSeconds: 10,
});

/**
 * All stored data about a user, for that user (Data Protection Act 2019, section 38), in one
 * object. streamData sends the same piece by piece.
 * @throws AppError NOT_FOUND, TOO_MANY_ATTEMPTS
 */
export async function exportData(
  db: Database,
  userId: number,
  services: ExportServices,
): Promise<Record<string, unknown>> {
  const pieces = await streamData(db, userId, services);
  const readAll = async () => {
    const texts: string[] = [];
    for (let text = await pieces.next(); text !== null; text = await pieces.next())
      texts.push(text);
    return JSON.parse(texts.join(''));
  };
  try {
    return await exports.run(clientOfPerson(userId), readAll);
  } catch (error) {
    await pieces.end();
    throw error;
  }
}
