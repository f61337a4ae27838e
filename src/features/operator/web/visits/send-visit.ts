import type { VisitInput } from '#operator/rules/desk-input.ts';
import { m } from '#text';
import { type Entry, notSent, type Sending } from '#web/offline/entry.ts';
import { inputOf } from '#web/offline/lazy-queue.ts';
import { deskQueries, deskRpc } from '../desk-client.ts';

/** The photo is the entry's file. */
export type QueuedVisit = Omit<VisitInput, 'photo' | 'account'> & { account: number };

const GONE = 410;

export async function sendVisit(entry: Entry, { token, files, signal }: Sending): Promise<unknown> {
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
