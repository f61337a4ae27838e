import { lockFolder } from '#platform/server/db/folder-lock.ts';

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
