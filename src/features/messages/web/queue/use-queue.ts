import { addEntry, dropEntry, retryEntry } from '#platform/web/offline/entries.ts';
import { sendEntries } from '#platform/web/offline/send-entries.ts';
import { readUser } from '#platform/web/session/session.ts';
import { entryOf, type PendingMedia, type Target } from './pending-messages.ts';

export type MessageWithFiles = {
  text: string;
  media: PendingMedia;
  files: readonly File[] | Promise<readonly File[]>;
};

/** Each message is stored first, and sent from the queue. */
export function useQueue(to: Target) {
  const asMe = async (change: (userId: number) => Promise<unknown>) => {
    const user = readUser();
    if (!user) return;
    await change(user.id);
    void sendEntries();
  };
  return {
    send: (text: string) => inTurn(() => asMe((userId) => addEntry(userId, entryOf({ to, text })))),
    sendFiles: ({ text, media, files }: MessageWithFiles) => {
      const user = readUser();
      inTurn(async () => {
        const ready = await files;
        // Logging out in the meantime leaves nothing behind.
        if (!user || readUser()?.id !== user.id) return;
        await asMe((userId) => addEntry(userId, entryOf({ to, text, media }), ready));
      });
    },
    retry: (key: string) => void asMe((userId) => retryEntry(userId, key)),
    drop: (key: string) => void asMe((userId) => dropEntry(userId, key)),
  };
}

let turn: Promise<unknown> = Promise.resolve();

/** A text written while photos are still being shrunk is sent after them. */
function inTurn(keep: () => Promise<void>) {
  turn = turn.then(keep).catch(() => {});
}
