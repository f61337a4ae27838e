import { createFairQueue } from '#platform/server/fair-queue.ts';

/**
 * Mails with codes leave through one queue, because anybody may ask for one. A flood from many
 * networks waits behind itself, and somebody from a quiet network is next (fair-queue.ts).
 */
export const codeQueue = createFairQueue({
  atOnce: 16,
  waitingPerClient: 40,
  waitingMax: 1000,
  waitMilliseconds: 3000,
});
