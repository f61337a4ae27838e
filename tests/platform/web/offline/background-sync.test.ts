import { requestBackgroundSync } from '#app/web/pending/start-queue.ts';
import type { Entry } from '#web/offline/entry.ts';
import { showEntries } from '#web/offline/mirror.ts';
import { clearSession, LOGGED_OUT, storeSession } from '#web/session.ts';

const ACHIENG = {
  id: 7,
  role: 'farmer',
  email: 'a@shop.example',
  firstName: 'A',
  lastName: 'B',
} as const;
const BARAKA = { ...ACHIENG, id: 8 };

const waiting: Entry = {
  ...{ key: 'a-key', kind: 'setQuantity', subject: 'product:1', input: {}, parts: {}, place: 1 },
  ...{ tries: 0, writtenAt: '', fileCount: 0, bytes: 0 },
  ...{ clockOffsetMilliseconds: null, refusal: null },
};

let kept: unknown = null;
let meanwhile = () => {};
const sync = { register: vi.fn(async () => {}) };

beforeEach(() => {
  kept = null;
  meanwhile = () => {};
  sync.register.mockClear();
  const put = async (_: string, response: Response) => {
    const session: unknown = await response.json();
    meanwhile();
    kept = session;
  };
  vi.stubGlobal('caches', {
    open: async () => ({ put }),
    delete: async () => {
      kept = null;
      return true;
    },
  });
  const serviceWorker = { getRegistration: async () => ({ sync }), addEventListener: () => {} };
  vi.stubGlobal('navigator', { onLine: true, serviceWorker });
});
afterEach(() => {
  showEntries(ACHIENG.id, []);
  showEntries(BARAKA.id, []);
  clearSession();
  vi.unstubAllGlobals();
});

const logIn = (user: typeof ACHIENG | typeof BARAKA, isRemembered = true) =>
  storeSession({ token: `token-${user.id}`, user }, { isRemembered });

test('the session is stored for the worker while changes are pending', async () => {
  logIn(ACHIENG);
  showEntries(ACHIENG.id, [waiting]);
  requestBackgroundSync();
  await expect.poll(() => sync.register).toHaveBeenCalledTimes(1);
  expect(kept).toEqual({ userId: 7, token: 'token-7' });
  showEntries(ACHIENG.id, []);
  await expect.poll(() => kept).toBeNull();
});

test('logging out during the write leaves nothing behind', async () => {
  logIn(ACHIENG);
  let wasWritten = false;
  meanwhile = () => {
    wasWritten = true;
    dispatchEvent(new Event(LOGGED_OUT));
    clearSession();
  };
  showEntries(ACHIENG.id, [waiting]);
  requestBackgroundSync();
  await expect.poll(() => wasWritten).toBe(true);
  await expect.poll(() => kept).toBeNull();
  expect(sync.register).not.toHaveBeenCalled();
});

test('a tab session of another person on the same phone removes the stored session', async () => {
  logIn(ACHIENG);
  showEntries(ACHIENG.id, [waiting]);
  requestBackgroundSync();
  await expect.poll(() => kept).not.toBeNull();
  logIn(BARAKA, false);
  showEntries(BARAKA.id, [waiting]);
  requestBackgroundSync();
  await expect.poll(() => kept).toBeNull();
});
