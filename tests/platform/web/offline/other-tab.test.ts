import { logInHere } from '#tests/setup/web/log-in-here.ts';
import { changeStored, listStored } from '#web/offline/database.ts';
import { loadEntries } from '#web/offline/entries.ts';
import { registerKinds } from '#web/offline/entry.ts';
import { readEntries } from '#web/offline/mirror.ts';
import { saveChange } from '#web/offline/save-change.ts';
import { clearSession } from '#web/session.ts';
import { pass, whileTimePasses } from './while-time-passes.ts';

const WAMBUI = 77;

// This tab's own request gets no answer, so only the other tab's result can end the waiting. It is
// aborted once the entry is gone; otherwise it would hold up the queue of the next test file.
registerKinds({
  unanswered: {
    isInput: () => true,
    title: () => 'Any',
    loadSend:
      async () =>
      (_, { signal }) =>
        new Promise((_, fail) => signal.addEventListener('abort', fail)),
  },
});

async function saveBeside(change: Parameters<typeof changeStored>[2]) {
  const entry = { kind: 'unanswered', subject: 'product:1', input: {}, parts: {} };
  const saving = whileTimePasses(Promise.allSettled([saveChange({ entry })]));
  await pass(100);
  const [stored] = readEntries(WAMBUI);
  expect(stored).toBeDefined();
  await changeStored(WAMBUI, stored?.key ?? '', change);
  await loadEntries(WAMBUI);
  return (await saving)[0];
}

describe('the screen that waits for a change which another tab sends', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    logInHere(WAMBUI);
  });
  afterEach(() => {
    clearSession();
    vi.useRealTimers();
  });

  test('is told that the server has accepted it', async () => {
    expect(await saveBeside(() => null)).toEqual({ status: 'fulfilled', value: null });
  });

  test('shows the refusal, and nothing stays pending', async () => {
    const data = { code: 'OUT_OF_STOCK', facts: { left: 3 } } as const;
    const refusal = { sentence: 'Only 3 are left', ...data };
    expect(await saveBeside((one) => ({ ...one, refusal }))).toMatchObject({
      status: 'rejected',
      reason: { message: 'Only 3 are left', data },
    });
    expect(await listStored(WAMBUI)).toEqual([]);
  });
});
