import { readUser } from '#web/app/session/session.ts';
import { sendWaiting } from './send-waiting.ts';
import { addWaiting, dropWaiting, setRefusal, type Target } from './waiting-messages.ts';

/** What a person can do with their messages to somebody: each is kept first, and sent from there. */
export function useQueue(to: Target) {
  const asMe = (change: (userId: number) => void) => {
    const user = readUser();
    if (!user) return;
    change(user.id);
    void sendWaiting();
  };
  return {
    send: (text: string) => asMe((userId) => addWaiting(userId, { to, text })),
    /** Sends one again that was refused. */
    retry: (key: string) => asMe((userId) => setRefusal(userId, key, null)),
    drop: (key: string) => asMe((userId) => dropWaiting(userId, key)),
  };
}
