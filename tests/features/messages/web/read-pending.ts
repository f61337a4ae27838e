import { isMessage, toPending } from '#messages/web/message-queue.ts';
import { logInHere } from '#tests/setup/web/log-in-here.ts';
import { dropEntry } from '#web/offline/entries.ts';
import { readEntries } from '#web/offline/mirror.ts';
import { clearSession } from '#web/session.ts';

export const readPending = (userId: number) => readEntries(userId).filter(isMessage).map(toPending);

/** A buyer with an empty queue at the start and the end of each test, whose time stands still. */
export function givenQueue(userId: number) {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    logInHere(userId, 'buyer');
  });
  afterEach(async () => {
    for (const { key } of readPending(userId)) await dropEntry(userId, key);
    clearSession();
    localStorage.clear();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
}
