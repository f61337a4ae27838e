import { createIdempotencyKey } from '#web/app/client/idempotency-key.ts';
import { readUser } from '#web/app/session/session.ts';
import { dropFiles, keepFiles } from '../media/waiting-files.ts';
import { sendWaiting } from './send-waiting.ts';
import { addWaiting, dropWaiting, setRefusal, type Target, type WaitingMedia } from './waiting-messages.ts';

export type MessageWithFiles = { text: string; media: WaitingMedia; files: readonly File[] | Promise<readonly File[]> };

/** What a person can do with their messages to somebody: each is kept first, and sent from there. */
export function useQueue(to: Target) {
  const asMe = (change: (userId: number) => void) => {
    const user = readUser();
    if (!user) return;
    change(user.id);
    void sendWaiting();
  };
  return {
    send: (text: string) => inTurn(() => asMe((userId) => addWaiting(userId, { to, text }))),
    sendFiles: (message: MessageWithFiles) => {
      const user = readUser();
      if (!user) return;
      inTurn(async () => {
        const { text, media } = message;
        const key = createIdempotencyKey();
        const isKept = await keepFiles(user.id, key, await message.files);
        // Whoever logs out meanwhile leaves nothing behind.
        if (readUser()?.id !== user.id) return dropFiles(user.id, key);
        asMe((userId) => addWaiting(userId, { key, to, text, media, ...(!isKept && { isLoose: true }) }));
      });
    },
    /** Sends one again that was refused. */
    retry: (key: string) => asMe((userId) => setRefusal(userId, key, null)),
    drop: (key: string) => asMe((userId) => dropWaiting(userId, key)),
  };
}

let turn: Promise<void> | null = null;

/** What is written while photos are still made ready comes after them; otherwise it is kept at once. */
function inTurn(keep: () => void | Promise<void>) {
  const done = turn ? turn.then(keep) : keep();
  if (!done) return;
  const mine = done.then(
    () => {},
    () => {},
  );
  turn = mine;
  void mine.then(() => {
    if (turn === mine) turn = null;
  });
}
