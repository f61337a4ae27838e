// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { File as NodeFile } from 'node:buffer';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { moveOldMessages } from '#features/messages/web/queue/move-old-messages.ts';
import { readWaiting } from '#features/messages/web/queue/waiting-messages.ts';
import { dropEntry, findFiles, loadEntries } from '#platform/web/offline/entries.ts';
import { oldMessagesKey } from '#platform/web/offline/forget-queue.ts';
import { readEntries } from '#platform/web/offline/mirror.ts';

const ACHIENG = 7;
const NAME = oldMessagesKey(ACHIENG);
const to = { kind: 'conversation', id: 12 };
const old = (key: string, more = {}) => ({ key, to, text: key, writtenAt: '2026-11-20T08:00:00.000Z', refusal: null, ...more });

/** Keeps files as they were kept before. */
const keepOldFiles = (key: string, bytes: ArrayBuffer) =>
  new Promise<void>((resolve) => {
    const opening = indexedDB.open(NAME);
    opening.onupgradeneeded = () => opening.result.createObjectStore('files');
    opening.onsuccess = () => {
      const writing = opening.result.transaction('files', 'readwrite');
      writing.objectStore('files').put([{ name: 'kale.jpg', type: 'image/jpeg', bytes }], key);
      writing.oncomplete = () => {
        opening.result.close();
        resolve();
      };
    };
  });

beforeEach(() => vi.stubGlobal('File', NodeFile));
afterEach(async () => {
  for (const { key } of readEntries(ACHIENG)) await dropEntry(ACHIENG, key);
  localStorage.clear();
  vi.unstubAllGlobals();
});

test('what waited before there was one queue is moved once, in its order, with its keys, times and photos', async () => {
  const bytes = new TextEncoder().encode('a photo').buffer;
  await keepOldFiles('photo', bytes as ArrayBuffer);
  localStorage.setItem(
    NAME,
    JSON.stringify([old('one'), null, { key: 5 }, old('photo', { media: { kind: 'photo', count: 1 } }), old('last')]),
  );
  await loadEntries(ACHIENG);
  await moveOldMessages(ACHIENG);
  await moveOldMessages(ACHIENG);
  expect(readWaiting(ACHIENG).map(({ key, text, writtenAt }) => [key, text, writtenAt])).toEqual(
    ['one', 'photo', 'last'].map((key) => [key, key, '2026-11-20T08:00:00.000Z']),
  );
  const [file] = (await findFiles(ACHIENG, 'photo')) ?? [];
  expect([file?.name, file?.type, await file?.text()]).toEqual(['kale.jpg', 'image/jpeg', 'a photo']);
  expect(localStorage.getItem(NAME)).toBeNull();
});

test('a page that was closed in between goes on where it was', async () => {
  const both = JSON.stringify([old('one'), old('two')]);
  localStorage.setItem(NAME, both);
  await loadEntries(ACHIENG);
  await moveOldMessages(ACHIENG);
  localStorage.setItem(NAME, both);
  await moveOldMessages(ACHIENG);
  expect(readEntries(ACHIENG).map(({ key }) => key)).toEqual(['one', 'two']);
});

test('what is unreadable is left out', async () => {
  localStorage.setItem(NAME, 'no JSON');
  await moveOldMessages(ACHIENG);
  expect(readEntries(ACHIENG)).toEqual([]);
});
