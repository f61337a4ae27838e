/*
 * An officer can record visits offline. The queue belongs to the operator: it is sent with a
 * session of the desk only, waits for the next login, and is kept at logout.
 */

import type { VisitInput } from '#operator/rules/desk-input.ts';
import { m } from '#text';
import { measureClockOffset } from '#web/offline/clock-offset.ts';
import { has, isNumber, isText, textOf } from '#web/offline/database.ts';
import { loadEntries } from '#web/offline/entries.ts';
import { type Entry, type Kind, notSent, registerKinds, type Sending } from '#web/offline/entry.ts';
import { inputOf } from '#web/offline/lazy-queue.ts';
import { useEntriesOf } from '#web/offline/mirror.ts';
import { saveChange } from '#web/offline/save-change.ts';
import { addOwner, sendEntries } from '#web/offline/send-entries.ts';
import { deskQueries, deskRpc } from '../desk-client.ts';
import { readDeskName, readDeskToken } from '../desk-session.ts';

/** The photo is the entry's file. */
type QueuedVisit = Omit<VisitInput, 'photo' | 'account'> & { account: number };

const KIND = 'farmVisit';

registerKinds({
  [KIND]: {
    isInput: has({ account: isNumber, reason: isText }),
    title: ({ farm }) => textOf(farm),
    loadSend: async () => sendVisit,
    wasDone: ({ code }) => code === 'VISIT_KNOWN',
  } satisfies Kind<QueuedVisit>,
});

const ownerOf = (name: string) => `desk:${name.toLowerCase()}`;

export const ownerOfTab = (): string => ownerOf(readDeskName() ?? '');

addOwner(() => {
  const name = readDeskName();
  return name === null ? null : { id: ownerOf(name), token: readDeskToken() };
});

export async function startVisitQueue(name: string): Promise<void> {
  await loadEntries(ownerOf(name));
  void measureClockOffset();
  await sendEntries();
}

export function usePendingVisits(): readonly Entry[] {
  return useEntriesOf(ownerOfTab());
}

export const visitSubject = (farmerId: number) => `farm:${farmerId}`;

type NewVisit = { input: QueuedVisit; farm: string; photo: File | null };

/** Waits a moment for the answer. Throws the server's refusal. */
export async function saveVisit({ input, farm, photo }: NewVisit): Promise<'sent' | Entry> {
  if (readDeskName() === null) throw new Error(m.errorSessionExpired());
  const entry = await saveChange({
    owner: ownerOfTab(),
    entry: {
      kind: KIND,
      subject: visitSubject(input.account),
      input,
      parts: { farm },
    },
    files: photo ? [photo] : [],
  });
  return entry ?? 'sent';
}

const GONE = 410;

async function sendVisit(entry: Entry, { token, files, signal }: Sending): Promise<unknown> {
  const found = entry.fileCount > 0 ? await files() : [];
  if (!found) throw notSent(m.deskVisitPhotoLost(), { status: GONE });
  const [photo] = found;
  const input = { ...inputOf<QueuedVisit>(entry), ...(photo && { photo: await base64Of(photo) }) };
  const done = await deskRpc.desk.do.visited.mutate({ input }, { signal, context: { token } });
  void deskQueries.invalidateQueries();
  return done;
}

const base64Of = (file: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    // A data URL: the base64 follows the comma.
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '');
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
