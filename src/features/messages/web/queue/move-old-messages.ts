/*
 * Messages that wait from before there was one queue (decision 110): a list in localStorage, and a database with their photos and voice notes. They
 * are moved once, in their order and with their keys.
 */
import { addEntry } from '#platform/web/offline/entries.ts';
import { oldMessagesKey } from '#platform/web/offline/forget-queue.ts';
import { readEntries } from '#platform/web/offline/mirror.ts';
import { entryOf, type WaitingMessage } from './waiting-messages.ts';

type OldMessage = Omit<WaitingMessage, 'refusal'>;
type OldFile = { name: string; type: string; bytes: ArrayBuffer };

const STORE = 'files';

/** Moves what a person has waiting. What was moved before a page was closed is not moved again. */
export async function moveOldMessages(userId: number): Promise<void> {
  const name = oldMessagesKey(userId);
  for (let left = readOld(name); left[0]; left = left.slice(1)) {
    const [{ key, writtenAt, ...message }] = left as [OldMessage, ...OldMessage[]];
    if (!readEntries(userId).some((entry) => entry.key === key)) {
      const files = message.media ? await readFiles(name, key) : [];
      await addEntry(userId, { ...entryOf(message), key, writtenAt }, files);
    }
    const others = left.slice(1);
    if (others.length > 0) localStorage.setItem(name, JSON.stringify(others));
    else localStorage.removeItem(name);
  }
  if (readOld(name).length === 0) globalThis.indexedDB?.deleteDatabase(name);
}

function readOld(name: string): OldMessage[] {
  try {
    const messages: unknown = JSON.parse(localStorage.getItem(name) ?? '[]');
    return Array.isArray(messages) ? messages.filter(isMessage) : [];
  } catch {
    return [];
  }
}

const isMessage = (message: Partial<OldMessage> | null): message is OldMessage =>
  typeof message?.key === 'string' &&
  typeof message.text === 'string' &&
  typeof message.writtenAt === 'string' &&
  Number.isSafeInteger(message.to?.id);

/** None where they are gone; the message then says so when it is sent. */
async function readFiles(name: string, key: string): Promise<File[]> {
  try {
    const database = await answerOf(indexedDB.open(name));
    const stored: OldFile[] | undefined = await answerOf(database.transaction(STORE).objectStore(STORE).get(key));
    database.close();
    return (stored ?? []).map((file) => new File([file.bytes], file.name, { type: file.type }));
  } catch {
    return [];
  }
}

const answerOf = <Answer>(request: IDBRequest<Answer>): Promise<Answer> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
