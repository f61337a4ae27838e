/*
 * An officer can record visits offline. The queue belongs to the operator: it is sent with a
 * session of the desk only, waits for the next login, and is kept at logout.
 */

import type { VisitInput } from '#operator/rules/desk-input.ts';
import { m } from '#text';
import { Button } from '#ui/elements.tsx';
import { Badge } from '#ui/feedback.tsx';
import { measureClockOffset } from '#web/offline/clock-offset.ts';
import { has, isNumber, isText, textOf } from '#web/offline/database.ts';
import { dropEntry, loadEntries, retryEntry } from '#web/offline/entries.ts';
import { type Entry, type Kind, notSent, registerKinds, type Sending } from '#web/offline/entry.ts';
import { inputOf } from '#web/offline/lazy-queue.ts';
import { useEntriesOf } from '#web/offline/mirror.ts';
import { useIsLong } from '#web/offline/queued-mark.tsx';
import { saveChange } from '#web/offline/save-change.ts';
import { addOwner, sendEntries, sendNow } from '#web/offline/send-entries.ts';
import {
  deskQueries,
  deskRpc,
  readDeskName,
  readDeskToken,
  useDeskSession,
} from '../desk-client.ts';

export function PendingVisits() {
  const entries = usePendingVisits();
  const { token } = useDeskSession();
  const isLong = useIsLong(entries);
  if (!isLong || entries.length === 0) return null;
  return (
    <section
      aria-label={m.deskWaitingVisits()}
      className="mb-4 grid max-w-prose gap-2 rounded-card border border-line bg-card px-4 py-3"
    >
      <h2 className="font-bold">{m.deskWaitingVisits()}</h2>
      <p className="text-muted text-sm">
        {token ? m.deskWaitingForLine() : m.deskWaitingForLogin()}
      </p>
      <ul className="divide-y divide-line">
        {entries.map((entry) => (
          <PendingVisit key={entry.key} entry={entry} />
        ))}
      </ul>
    </section>
  );
}

function PendingVisit({ entry: { key, parts, refusal, isLoose } }: { entry: Entry }) {
  const title = String(parts.farm ?? '');
  const change = (work: Promise<unknown>) => void work.then(sendNow);
  return (
    <li className="grid gap-1 py-2">
      <p className="flex flex-wrap items-center gap-x-3">
        <span className="font-semibold">{title}</span>
        <Badge tone={refusal ? 'soil' : 'maize'}>
          {refusal ? m.queueStateRefused() : m.queueStateWaiting()}
        </Badge>
      </p>
      {isLoose && <p className="text-sm text-soil">{m.queueLoose()}</p>}
      {refusal && <p role="alert">{refusal.sentence}</p>}
      {refusal && (
        <div className="flex gap-2">
          <Button
            size="small"
            variant="secondary"
            aria-label={`${m.queueRetry()}: ${title}`}
            onClick={() => change(retryEntry(ownerOfTab(), key))}
          >
            {m.queueRetry()}
          </Button>
          <Button
            size="small"
            variant="quiet"
            aria-label={`${m.productDelete()}: ${title}`}
            onClick={() => change(dropEntry(ownerOfTab(), key))}
          >
            {m.productDelete()}
          </Button>
        </div>
      )}
    </li>
  );
}

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

const ownerOfTab = (): string => ownerOf(readDeskName() ?? '');

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
