// @vitest-environment jsdom
import { File as NodeFile } from 'node:buffer';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { offlineMessages } from '#features/messages/web/offline.ts';
import { entryOf, type MessageInput } from '#features/messages/web/queue/pending-messages.ts';
import { onSent } from '#features/messages/web/queue/send-message.ts';
import {
  addEntry,
  dropEntry,
  findFiles,
  loadEntries,
  retryEntry,
} from '#platform/web/offline/entries.ts';
import { forgetQueue } from '#platform/web/offline/forget-queue.ts';
import { registerKinds } from '#platform/web/offline/kinds.ts';
import { sendEntries } from '#platform/web/offline/send-entries.ts';
import { clearSession, LOGGED_OUT, storeSession } from '#platform/web/session/session.ts';
import { pass, whileTimePasses } from '#tests/platform/web/offline/while-time-passes.ts';
import { FakeForm, serverThat } from '#tests/setup/web/upload-server.ts';
import { readPending } from './read-pending.ts';

registerKinds(offlineMessages);

// An id of this file's own: the files share the browser's storage.
const ACHIENG = 72;
const to = { kind: 'conversation', id: 12 } as const;
const photo = (content: string) => new File([content], 'kale.jpg', { type: 'image/jpeg' });

const textsAreTaken = (sent: string[]) =>
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const { text } = JSON.parse(body)['0'];
    sent.push(text);
    return new Response(JSON.stringify([{ result: { data: { id: 1, text } } }]), {
      headers: { 'content-type': 'application/json' },
    });
  });

const write = (
  key: string,
  { files = [photo(key)], ...more }: Partial<MessageInput> & { files?: File[] } = {},
) =>
  addEntry(
    ACHIENG,
    { ...entryOf({ to, text: '', media: { kind: 'photo', count: files.length }, ...more }), key },
    files,
  );
const contentOf = async (key: string) =>
  Promise.all(((await findFiles(ACHIENG, key)) ?? []).map((file) => file.text()));

const send = () => whileTimePasses(sendEntries());

describe('photos and voice notes that wait', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    vi.stubGlobal('File', NodeFile);
    vi.stubGlobal('FormData', FakeForm);
    storeSession(
      {
        token: 'token',
        user: {
          id: ACHIENG,
          role: 'buyer',
          email: 'a@shop.example',
          firstName: 'A',
          lastName: 'B',
        },
      },
      { isRemembered: true },
    );
  });
  afterEach(async () => {
    for (const { key } of readPending(ACHIENG)) await dropEntry(ACHIENG, key);
    clearSession();
    localStorage.clear();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test('go in the order of all messages, with their bytes and the key under which they wait, and leave nothing behind', async () => {
    const posted = serverThat(() => ({ status: 201 }));
    const order: string[] = [];
    textsAreTaken(order);
    const stop = onSent(({ media, text }) => media && order.push(`${media.kind} ${text}`));
    await addEntry(ACHIENG, entryOf({ to, text: 'one' }));
    await write('photo-key', { text: 'two', files: [photo('first'), photo('second')] });
    await write('voice-key', {
      files: [new File(['hello'], 'voice.webm')],
      media: { kind: 'voice', seconds: 3 },
    });
    await addEntry(ACHIENG, entryOf({ to, text: 'four' }));
    await send();
    stop();
    expect(order).toEqual(['one', 'photo two', 'voice ', 'four']);
    expect(posted.map(({ path, key, token }) => [path, key, token])).toEqual([
      ['/api/conversations/12/photos', 'photo-key', 'Bearer token'],
      ['/api/conversations/12/voice', 'voice-key', 'Bearer token'],
    ]);
    const [photos, voice] = posted;
    expect(photos?.form.get('text')).toBe('two');
    expect(
      await Promise.all((photos?.form.getAll('photos') ?? []).map((file) => (file as File).text())),
    ).toEqual(['first', 'second']);
    expect(voice?.form.get('seconds')).toBe('3');
    expect(readPending(ACHIENG)).toEqual([]);
    expect([await findFiles(ACHIENG, 'photo-key'), await findFiles(ACHIENG, 'voice-key')]).toEqual([
      null,
      null,
    ]);
  });

  test('a first question about a product goes to the product, and says which conversation began', async () => {
    const posted = serverThat(() => ({ status: 201 }));
    const begun: unknown[] = [];
    const stop = onSent((_, sent) => begun.push(sent));
    const product = { kind: 'product', id: 9 } as const;
    await write('voice-key', {
      to: product,
      files: [new File(['hello'], 'voice.webm')],
      media: { kind: 'voice', seconds: 3 },
    });
    await write('photo-key', { to: product });
    await send();
    stop();
    expect(posted.map(({ path, key }) => [path, key])).toEqual([
      ['/api/conversations/about/9/voice', 'voice-key'],
      ['/api/conversations/about/9/photos', 'photo-key'],
    ]);
    expect(begun).toEqual([
      { conversationId: 31, message: null },
      { conversationId: 31, message: null },
    ]);
  });

  test('a lost or unready server gets them again with the same key', async () => {
    let status = 0;
    const posted = serverThat(() => ({ status }));
    await write('key');
    await send();
    status = 503;
    await pass(5000);
    status = 201;
    await pass(60_000);
    expect(posted.map(({ key }) => key)).toEqual(['key', 'key', 'key']);
    expect(readPending(ACHIENG)).toEqual([]);
  });

  test('a line that carries nothing for a minute is taken for cut, and does not hold up the others for ever', async () => {
    let isDead = true;
    const posted = serverThat(() => (isDead ? null : { status: 201 }));
    const written = ['first', 'second'];
    for (const key of written) await write(key);
    void sendEntries();
    await pass(1000);
    expect(posted.map(({ key }) => key)).toEqual(['first']);
    isDead = false;
    await pass(60_000);
    await pass(60_000);
    expect(posted.map(({ key }) => key)).toEqual(['first', ...written]);
    expect(readPending(ACHIENG)).toEqual([]);
  });

  test('what is deleted while it is being sent goes no further, and the next one goes', async () => {
    const posted = serverThat(() => (posted.length === 1 ? null : { status: 201 }));
    await write('regretted');
    await write('next');
    const sending = sendEntries();
    await pass(1000);
    await dropEntry(ACHIENG, 'regretted');
    await whileTimePasses(sending);
    expect(posted.map(({ key }) => key)).toEqual(['regretted', 'next']);
    expect(readPending(ACHIENG)).toEqual([]);
  });

  test('what is refused keeps its sentence and its bytes until it is deleted', async () => {
    serverThat(() => ({ status: 400 }));
    await write('key');
    await send();
    expect(readPending(ACHIENG)).toMatchObject([{ refusal: 'Not this one' }]);
    expect(await contentOf('key')).toEqual(['key']);
    await retryEntry(ACHIENG, 'key');
    await dropEntry(ACHIENG, 'key');
    expect(await findFiles(ACHIENG, 'key')).toBeNull();
  });

  test('a busy server is left alone for as long as it says, and the day that is used up is told', async () => {
    let retryAfter = 20;
    const posted = serverThat(() => ({ status: 429, retryAfter }));
    await write('key');
    await send();
    await pass(19_000);
    expect(posted).toHaveLength(1);
    retryAfter = 6 * 3600;
    await pass(2000);
    expect(readPending(ACHIENG)).toMatchObject([{ refusal: 'Not this one' }]);
  });

  test('without a place to keep them they wait in memory alone, and go from there', async () => {
    await forbidStorage();
    const posted = serverThat(() => ({ status: 201 }));
    await write('key');
    expect(readPending(ACHIENG)).toMatchObject([{ key: 'key', isLoose: true }]);
    await send();
    expect(posted).toHaveLength(1);
    expect(readPending(ACHIENG)).toEqual([]);
  });

  test('a message whose bytes are gone says so, and does not hold up the others', async () => {
    const posted = serverThat(() => ({ status: 201 }));
    await write('lost', { files: [], media: { kind: 'photo', count: 1 } });
    await write('key');
    await send();
    expect(posted.map(({ key }) => key)).toEqual(['key']);
    expect(readPending(ACHIENG)).toMatchObject([
      { key: 'lost', refusal: expect.stringContaining('no longer on this device') },
    ]);
  });

  test('who logs out leaves none behind, in storage or in memory', async () => {
    await write('stored');
    forgetQueue(ACHIENG);
    await vi.waitFor(async () => {
      await loadEntries(ACHIENG);
      expect(readPending(ACHIENG)).toEqual([]);
    });
    expect(await findFiles(ACHIENG, 'stored')).toBeNull();
    await forbidStorage();
    await write('in-memory');
    dispatchEvent(new Event(LOGGED_OUT));
    expect(readPending(ACHIENG)).toEqual([]);
    await expect(findFiles(ACHIENG, 'in-memory')).rejects.toThrow('Forbidden');
  });
});

/** A browser that stores nothing, from now on. */
async function forbidStorage() {
  forgetQueue(ACHIENG);
  // Other files of tests may have left databases of other users.
  const names = async () => (await indexedDB.databases()).map(({ name }) => name);
  await vi.waitFor(async () => expect(await names()).not.toContain(`queue:${ACHIENG}`), {
    timeout: 5000,
  });
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new Error('Forbidden');
    },
  });
}
