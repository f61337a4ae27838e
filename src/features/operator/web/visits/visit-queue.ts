import { m } from '#text';
import { measureClockOffset } from '#web/offline/clock-offset.ts';
import { has, isNumber, isText, textOf } from '#web/offline/database.ts';
import { loadEntries } from '#web/offline/entries.ts';
import { type Entry, type Kind, registerKinds } from '#web/offline/entry.ts';
import { useEntriesOf } from '#web/offline/mirror.ts';
import { saveChange } from '#web/offline/save-change.ts';
import { addOwner, sendEntries } from '#web/offline/send-entries.ts';
import { readDeskName, readDeskToken } from '../desk-client.ts';
import type { QueuedVisit } from './send-visit.ts';

/*
 * An officer can record visits offline. The queue belongs to the operator: it is sent with a
 * session of the desk only, waits for the next login, and is kept at logout.
 */

const KIND = 'farmVisit';

registerKinds({
  [KIND]: {
    isInput: has({ account: isNumber, reason: isText }),
    title: ({ farm }) => textOf(farm),
    loadSend: () => import('./send-visit.ts').then(({ sendVisit }) => sendVisit),
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
  // Loaded ahead, because the officer may be offline when it is needed.
  import('./send-visit.ts').catch(() => {});
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
