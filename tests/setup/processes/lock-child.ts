import { lockFolder } from '#server/db/folder-lock.ts';

let unlock: (() => Promise<void>) | undefined;

process.on('message', async ({ lock }: { lock?: string }) => {
  if (lock !== undefined) {
    try {
      unlock = await lockFolder(lock);
      return process.send?.('locked');
    } catch (error) {
      return process.send?.(String(error));
    }
  }
  await unlock?.();
  unlock = undefined;
  process.send?.('unlocked');
});
process.send?.('ready');
