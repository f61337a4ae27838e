import { lockFolder } from '../../src/server/db/folder-lock.ts';

/** A process that takes a folder's lock when told to, says what came of it, and gives it back when told to. */
let unlock: (() => Promise<void>) | undefined;

process.on('message', async ({ lock }: { lock?: string }) => {
  if (lock !== undefined) {
    try {
      unlock = await lockFolder(lock);
      process.send?.('locked');
    } catch (error) {
      process.send?.(error instanceof Error ? `${error.name}: ${error.message}` : 'failed');
    }
    return;
  }
  await unlock?.();
  unlock = undefined;
  process.send?.('unlocked');
});
process.send?.('ready');
