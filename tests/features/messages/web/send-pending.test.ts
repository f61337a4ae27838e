// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { offlineMessages } from '#features/messages/web/offline.ts';
import { entryOf, type Target } from '#features/messages/web/queue/pending-messages.ts';
import { onSent } from '#features/messages/web/queue/send-message.ts';
import { addEntry, dropEntry, loadEntries, retryEntry } from '#platform/web/offline/entries.ts';
import { forgetQueue } from '#platform/web/offline/forget-queue.ts';
import { registerKinds } from '#platform/web/offline/kinds.ts';
import { sendEntries } from '#platform/web/offline/send-entries.ts';
import { clearSession, storeSession } from '#platform/web/session/session.ts';
import { pass, whileTimePasses } from '#tests/platform/web/offline/while-time-passes.ts';
import { readPending } from './read-pending.ts';

registerKinds(offlineMessages);

// An id of this file's own: the files share the browser's storage.
const ACHIENG = 71;
const WANJIRU = 8;
const here: Target = { kind: 'conversation', id: 12 };

const logIn = (id: number) =>
  storeSession(
    {
      token: `token-${id}`,
      user: { id, role: 'buyer', email: 'a@shop.example', firstName: 'A', lastName: 'B' },
    },
    { isRemembered: true },
  );

type Request = { text: string; key: string | null; token: string | null };

function serverThat(
  answerTo: (text: string) => { status: number; retryAfterSeconds?: number } | 'lost',
) {
  const requests: Request[] = [];
  vi.stubGlobal(
    'fetch',
    async (_: string, options: { body: string; headers: Record<string, string> }) => {
      const { text } = JSON.parse(options.body)['0'];
      const headers = new Headers(options.headers);
      requests.push({
        text,
        key: headers.get('idempotency-key'),
        token: headers.get('authorization'),
      });
      const answer = answerTo(text);
      if (answer === 'lost') throw new TypeError('Failed to fetch');
      const data = {
        httpStatus: answer.status,
        code: 'CODE',
        retryAfterSeconds: answer.retryAfterSeconds ?? 0,
      };
      const result =
        answer.status === 200
          ? { result: { data: { id: 1, text } } }
          : { error: { message: `No: ${text}`, code: -1, data } };
      return new Response(JSON.stringify([result]), {
        status: answer.status,
        headers: { 'content-type': 'application/json' },
      });
    },
  );
  return requests;
}

const write = (text: string, to = here) => addEntry(ACHIENG, entryOf({ to, text }));
const send = () => whileTimePasses(sendEntries());

const textsOf = (requests: Request[]) => requests.map(({ text }) => text);

describe('pending messages', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    logIn(ACHIENG);
  });
  afterEach(async () => {
    for (const id of [ACHIENG, WANJIRU])
      for (const { key } of readPending(id)) await dropEntry(id, key);
    clearSession();
    localStorage.clear();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test('are sent in the order in which they were written, each with its own key, and removed', async () => {
    const requests = serverThat(() => ({ status: 200 }));
    for (const text of ['one', 'two', 'three']) await write(text);
    await send();
    expect(textsOf(requests)).toEqual(['one', 'two', 'three']);
    expect(new Set(requests.map(({ key }) => key)).size).toBe(3);
    expect(readPending(ACHIENG)).toEqual([]);
  });

  test('a lost one is resent automatically with the same key, before those behind it', async () => {
    let isLost = true;
    const requests = serverThat(() => (isLost ? 'lost' : { status: 200 }));
    await write('one');
    await write('two');
    await send();
    expect(textsOf(requests)).toEqual(['one']);
    isLost = false;
    await pass(60_000);
    expect(textsOf(requests)).toEqual(['one', 'one', 'two']);
    expect(requests[1]?.key).toBe(requests[0]?.key);
  });

  test.each([400, 403, 404, 409])(
    'one refused with %s keeps its message and does not block the others',
    async (status) => {
      const requests = serverThat((text) => ({ status: text === 'one' ? status : 200 }));
      await write('one');
      await write('two');
      await send();
      expect(textsOf(requests)).toEqual(['one', 'two']);
      expect(readPending(ACHIENG)).toMatchObject([{ text: 'one', refusal: 'No: one' }]);
      await send();
      expect(requests).toHaveLength(2);
      await retryEntry(ACHIENG, readPending(ACHIENG)[0]?.key ?? '');
      await send();
      expect(textsOf(requests)).toEqual(['one', 'two', 'one']);
    },
  );

  test.each([408, 500, 503])('%s is not a refusal', async (status) => {
    serverThat(() => ({ status }));
    await write('one');
    await send();
    expect(readPending(ACHIENG)).toMatchObject([{ text: 'one', refusal: null }]);
  });

  test('a rate limit is waited out as long as the server says, or reported if that is until tomorrow', async () => {
    let retryAfterSeconds = 20;
    const requests = serverThat(() => ({ status: 429, retryAfterSeconds }));
    await write('one');
    await send();
    await pass(19_000);
    expect(requests).toHaveLength(1);
    retryAfterSeconds = 6 * 3600;
    await pass(2000);
    expect(readPending(ACHIENG)).toMatchObject([{ text: 'one', refusal: 'No: one' }]);
  });

  test('an ended session keeps them for their sender, and nobody else sends them', async () => {
    const requests = serverThat(() => ({ status: 401 }));
    await write('one');
    await send();
    clearSession();
    logIn(WANJIRU);
    await send();
    await pass(120_000);
    expect(requests.map(({ token }) => token)).toEqual([`Bearer token-${ACHIENG}`]);
    clearSession();
    logIn(ACHIENG);
    expect(readPending(ACHIENG)).toHaveLength(1);
  });

  test('logging out leaves none behind', async () => {
    await write('one');
    forgetQueue(ACHIENG);
    await vi.waitFor(async () => {
      await loadEntries(ACHIENG);
      expect(readPending(ACHIENG)).toEqual([]);
    });
  });

  test('two calls at once send each message once', async () => {
    const requests = serverThat(() => ({ status: 200 }));
    await write('one');
    await Promise.all([send(), send()]);
    await write('two');
    await send();
    expect(textsOf(requests)).toEqual(['one', 'two']);
  });

  test('the page is told of each before it is removed', async () => {
    serverThat(() => ({ status: 200 }));
    await write('one');
    const told: number[] = [];
    const stop = onSent(async (_, { conversationId }) =>
      told.push(conversationId, readPending(ACHIENG).length),
    );
    await send();
    stop();
    expect(told).toEqual([12, 1]);
  });
});
