import type { Entry } from '#platform/web/offline/entry.ts';
import { findKind, type Kind } from '#platform/web/offline/kinds.ts';
import { m } from '#text';

/** An unreadable entry shows the kind that it had. */
export const shownKind = ({ kind, parts }: Pick<Entry, 'kind' | 'parts'>): Kind | undefined =>
  findKind(kind === 'unreadable' ? String(parts.kind) : kind);

/** An entry of another version may lack parts, but must be listed so that it can be deleted. */
export function entryTitle(entry: Pick<Entry, 'kind' | 'parts'>): string {
  try {
    return shownKind(entry)?.title(entry.parts) ?? m.queueKindOther();
  } catch {
    return m.queueKindOther();
  }
}

const KILOBYTE = 1000;

export function sizeText(bytes: number): string {
  const kilobytes = bytes / KILOBYTE;
  return kilobytes < KILOBYTE
    ? `${Math.max(1, Math.round(kilobytes))} kB`
    : `${(kilobytes / KILOBYTE).toFixed(1)} MB`;
}

/** Bytes of files and input. */
export const sizeOf = ({ input, bytes }: Pick<Entry, 'input' | 'bytes'>): number =>
  bytes + (JSON.stringify(input)?.length ?? 0);
