import { useMemo } from 'react';
import type { Entry, NewEntry } from '#platform/web/offline/entry.ts';
import { useEntries } from '#platform/web/offline/mirror.ts';

export type Target = { kind: 'conversation' | 'product'; id: number };

export type PendingMedia = { kind: 'photo'; count: number } | { kind: 'voice'; seconds: number };

export type MessageInput = { to: Target; text: string; media?: PendingMedia };

/** An entry of the queue as a conversation shows it. */
export type PendingMessage = MessageInput & {
  key: string;
  /** Its files are only in memory, so a reload loses it. */
  isLoose?: boolean;
  /** ISO 8601. */
  writtenAt: string;
  /** Why the server refused it; null while it is pending. */
  refusal: string | null;
};

const MESSAGE_KIND = 'message';

export const isSameTarget = (one: Target, other: Target): boolean =>
  one.kind === other.kind && one.id === other.id;

/** Unsent messages of all tabs. */
export function usePending(): readonly PendingMessage[] {
  const entries = useEntries();
  return useMemo(() => entries.filter(isMessage).map(toPending), [entries]);
}

export const isMessage = ({ kind }: Entry): boolean => kind === MESSAGE_KIND;

export function toPending(entry: Entry): PendingMessage {
  const { key, isLoose, writtenAt, refusal } = entry;
  return {
    ...messageOf(entry),
    key,
    writtenAt,
    refusal: refusal?.sentence ?? null,
    ...(isLoose && { isLoose }),
  };
}

/** A cast, because entryOf wrote it. */
const messageOf = ({ input }: Pick<Entry, 'input'>): MessageInput => input as MessageInput;

/** Messages to one conversation are sent in order; a refused one does not block the others. */
export const entryOf = ({ to, text, media }: MessageInput): NewEntry => ({
  kind: MESSAGE_KIND,
  subject: `${to.kind === 'product' ? 'question' : 'conversation'}:${to.id}`,
  input: { to, text, ...(media && { media }) },
  parts: {
    text,
    ...(media?.kind === 'photo' && { photos: media.count }),
    ...(media?.kind === 'voice' && { seconds: media.seconds }),
  },
  isPassable: true,
});
