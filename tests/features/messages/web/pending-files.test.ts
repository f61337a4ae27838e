import { File as NodeFile } from 'node:buffer';
import { entryOf, type MessageInput, onSent } from '#messages/web/message-queue.ts';
import { offlineMessages } from '#messages/web/offline.ts';
import { pass, whileTimePasses } from '#tests/platform/web/offline/while-time-passes.ts';
import { addEntry, findFiles, forgetQueue, loadEntries } from '#web/offline/entries.ts';
import { registerKinds } from '#web/offline/entry.ts';
import { sendEntries } from '#web/offline/send-entries.ts';
import { LOGGED_OUT } from '#web/session.ts';
import { givenQueue, readPending } from './read-pending.ts';

type Posted = { path: string; key: string | undefined; token: string | undefined; form: FormData };

function serverThat(answerTo: (path: string) => { status: number; retryAfter?: number } | null) {
  const posted: Posted[] = [];
  class FakeRequest {
    status = 0;
    responseText = '';
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    onloadend = () => {};
    private path = '';
    private headers: Record<string, string> = {};
    private retryAfter: number | undefined;
    open(_: string, path: string) {
      this.path = path;
    }
    setRequestHeader(name: string, value: string) {
      this.headers[name] = value;
    }
    getResponseHeader() {
      return this.retryAfter === undefined ? null : String(this.retryAfter);
    }
    send(form: FormData) {
      const { authorization: token, 'idempotency-key': key } = this.headers;
      posted.push({ path: this.path, key, token, form });
      const answer = answerTo(this.path);
      if (!answer) return;
      Object.assign(this, answer);
      this.responseText = JSON.stringify(
        answer.status === 201 ? taken(this.path) : { message: 'Not this one' },
      );
      queueMicrotask(() => this.onloadend());
    }
    abort() {
      this.onloadend();
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  return posted;
}

const taken = (path: string) => ({
  message: { id: 5, text: '' },
  ...(path.includes('/about/') && { conversationId: 31 }),
});

class FakeForm {
  private parts: [string, unknown][] = [];
  append(name: string, value: unknown) {
    this.parts.push([name, value]);
  }
  getAll = (name: string) => this.parts.filter(([own]) => own === name).map(([, value]) => value);
  get = (name: string) => this.getAll(name)[0];
}

registerKinds(offlineMessages);

// An id of this file's own: the files share the browser's storage.
const ACHIENG = 72;
const to = { kind: 'conversation', id: 12 } as const;
const photo = (content: string) => new File([content], 'kale.jpg', { type: 'image/jpeg' });

const write = (
  key: string,
  { files = [photo(key)], ...more }: Partial<MessageInput> & { files?: File[] } = {},
) =>
  addEntry(
    ACHIENG,
    { ...entryOf({ to, text: '', media: { kind: 'photo', count: files.length }, ...more }), key },
    files,
  );
const send = () => whileTimePasses(sendEntries());

givenQueue(ACHIENG);
beforeEach(() => {
  vi.stubGlobal('File', NodeFile);
  vi.stubGlobal('FormData', FakeForm);
});

test('a first question about a product goes to the product, says which conversation began, and leaves no file behind', async () => {
  const posted = serverThat(() => ({ status: 201 }));
  const begun: unknown[] = [];
  const stop = onSent((_, sent) => begun.push(sent));
  await write('photo-key', { to: { kind: 'product', id: 9 } });
  await send();
  stop();
  expect(posted.map(({ path, key }) => [path, key])).toEqual([
    ['/api/conversations/about/9/photos', 'photo-key'],
  ]);
  expect(begun).toEqual([{ conversationId: 31, message: null }]);
  expect(await findFiles(ACHIENG, 'photo-key')).toBeNull();
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

test('a message whose bytes are gone says so, and does not hold up the others', async () => {
  const posted = serverThat(() => ({ status: 201 }));
  await write('lost', { files: [], media: { kind: 'photo', count: 1 } });
  await write('key');
  await send();
  expect(posted.map(({ key }) => key)).toEqual(['key']);
  expect(readPending(ACHIENG)).toMatchObject([
    { key: 'lost', refusal: expect.stringContaining('gone from this device') },
  ]);
});

test('photos and voice notes that wait: who logs out leaves none behind, in storage or in memory', async () => {
  await write('stored');
  forgetQueue(ACHIENG);
  const readLoaded = () => loadEntries(ACHIENG).then(() => readPending(ACHIENG));
  await expect.poll(readLoaded).toEqual([]);
  expect(await findFiles(ACHIENG, 'stored')).toBeNull();
  forgetQueue(ACHIENG);
  const names = async () => (await indexedDB.databases()).map(({ name }) => name);
  await expect.poll(names).not.toContain(`queue:${ACHIENG}`);
  const open = () => {
    throw new Error('Forbidden');
  };
  vi.stubGlobal('indexedDB', { open });
  await write('in-memory');
  dispatchEvent(new Event(LOGGED_OUT));
  expect(readPending(ACHIENG)).toEqual([]);
  await expect(findFiles(ACHIENG, 'in-memory')).rejects.toThrow('Forbidden');
});
