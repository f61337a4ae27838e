import { useMemo } from 'react';
import type { Entry, NewEntry } from '#platform/web/offline/entry.ts';
import { readEntries, useEntries } from '#platform/web/offline/mirror.ts';

/** What a message is written to: a conversation, or a product about which there is none yet. */
export type Target = { kind: 'conversation' | 'product'; id: number };

/** What a message shows besides its text. */
export type WaitingMedia = { kind: 'photo'; count: number } | { kind: 'voice'; seconds: number };

/** What the queue keeps of a message. */
export type MessageInput = { to: Target; text: string; media?: WaitingMedia };

/**
 * What a person has written and the server has not taken yet: an entry of the queue as a
 * conversation shows it.
 */
export type WaitingMessage = MessageInput & {
  key: string;
  /** Its files are only in memory, so a reload loses it. */
  isLoose?: boolean;
  /** ISO 8601. */
  writtenAt: string;
  /** Why the server does not take it; null while it waits. */
  refusal: string | null;
};

export const MESSAGE_KIND = 'message';

export const isSameTarget = (one: Target, other: Target): boolean =>
  one.kind === other.kind && one.id === other.id;

/** What the person who is logged in has waiting, in whatever tab it was written. */
export function useWaiting(): readonly WaitingMessage[] {
  const entries = useEntries();
  return useMemo(() => entries.filter(isMessage).map(toWaiting), [entries]);
}

export const readWaiting = (userId: number): readonly WaitingMessage[] =>
  readEntries(userId).filter(isMessage).map(toWaiting);

export const isMessage = ({ kind }: Entry): boolean => kind === MESSAGE_KIND;

export function toWaiting(entry: Entry): WaitingMessage {
  const { key, isLoose, writtenAt, refusal } = entry;
  return {
    ...messageOf(entry),
    key,
    writtenAt,
    refusal: refusal?.sentence ?? null,
    ...(isLoose && { isLoose }),
  };
}

/** The cast: entryOf wrote it. */
export const messageOf = ({ input }: Pick<Entry, 'input'>): MessageInput => input as MessageInput;

/**
 * A message as the queue keeps it. Those to one conversation go in their order; one that is refused
 * does not hold up the others.
 */
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
