import { dayInNairobi } from '#rules/day.ts';
import { m } from '#text';
import { saveFile } from '#ui/browser/device.ts';
import { findFiles } from '#web/offline/entries.ts';
import { type Entry, findKind, type Kind } from '#web/offline/entry.ts';

export async function saveEntries(userId: number, entries: readonly Entry[]) {
  const content = await exportEntries(userId, entries);
  saveFile({
    name: `sokoshamba-waiting-${dayInNairobi(new Date())}.json`,
    type: 'application/json',
    content,
  });
}

/**
 * Photos and voice notes become `data:` addresses, which any browser opens, so that no data is
 * trapped in a queue that cannot be sent.
 */
async function exportEntries(userId: number, entries: readonly Entry[]) {
  const exported = await Promise.all(
    entries.map(async (entry) => {
      const { key, kind, subject, input, writtenAt, clockOffsetMilliseconds, tries, refusal } =
        entry;
      const files =
        entry.fileCount > 0 || entry.isUnreadable
          ? await findFiles(userId, key).catch(() => null)
          : null;
      return {
        title: entryTitle(entry),
        ...{
          kind,
          subject,
          writtenAt: writtenAt || null,
          clockOffsetMilliseconds,
          tries,
          idempotencyKey: key,
        },
        state: refusal ? `refused: ${refusal.sentence}` : 'waiting',
        input,
        files: await Promise.all(
          (files ?? []).map(async (file) => ({ name: file.name, url: await dataUrlOf(file) })),
        ),
      };
    }),
  );
  return JSON.stringify({ exportedAt: new Date().toISOString(), entries: exported }, null, 2);
}

const dataUrlOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });

/** An unreadable entry shows the kind that it had. */
export const shownKind = ({ kind, parts }: Pick<Entry, 'kind' | 'parts'>): Kind | undefined =>
  findKind(kind === 'unreadable' ? String(parts.kind) : kind);

/** An entry of another version may lack parts, but must be listed so that it can be deleted. */
export function entryTitle(entry: Pick<Entry, 'kind' | 'parts'>) {
  try {
    return shownKind(entry)?.title(entry.parts) ?? m.queueKindOther();
  } catch {
    return m.queueKindOther();
  }
}

const KILOBYTE = 1000;

export function sizeText(bytes: number) {
  const kilobytes = bytes / KILOBYTE;
  return kilobytes < KILOBYTE
    ? `${Math.max(1, Math.round(kilobytes))} kB`
    : `${(kilobytes / KILOBYTE).toFixed(1)} MB`;
}

export const sizeOf = ({ input, bytes }: Pick<Entry, 'input' | 'bytes'>) =>
  bytes + (JSON.stringify(input)?.length ?? 0);
