import { addEntry, dropEntry, retryEntry } from '#platform/web/offline/entries.ts';
import { sendEntries } from '#platform/web/offline/send-entries.ts';
import { readUser } from '#platform/web/session/session.ts';
import { entryOf, type Target, type WaitingMedia } from './waiting-messages.ts';

export type MessageWithFiles = {
  text: string;
  media: WaitingMedia;
  files: readonly File[] | Promise<readonly File[]>;
};

/**
 * What a person can do with their messages to somebody: each is kept first, and sent from there.
 */
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
        // Whoever logs out meanwhile leaves nothing behind.
        if (!user || readUser()?.id !== user.id) return;
        await asMe((userId) => addEntry(userId, entryOf({ to, text, media }), ready));
      });
    },
    /** Sends one again that was refused. */
    retry: (key: string) => void asMe((userId) => retryEntry(userId, key)),
    drop: (key: string) => void asMe((userId) => dropEntry(userId, key)),
  };
}

let turn: Promise<unknown> = Promise.resolve();

/** A text that is written while photos are still being shrunk is sent after them. */
function inTurn(keep: () => Promise<void>) {
  turn = turn.then(keep).catch(() => {});
}
