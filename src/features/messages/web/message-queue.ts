import { useMemo } from 'react';
import { m } from '#text';
import { serverSentence } from '#web/fetch-file.ts';
import { addEntry, dropEntry, retryEntry } from '#web/offline/entries.ts';
import { type Entry, type NewEntry, notSent, type Sending } from '#web/offline/entry.ts';
import { useEntries } from '#web/offline/mirror.ts';
import { onEntrySettled, sendEntries } from '#web/offline/send-entries.ts';
import { readUser } from '#web/session.ts';
import type { Message } from './message-parts.tsx';

/** The server encodes pictures before it responds, which takes time. */
const SILENCE_MILLISECONDS = 60_000;

const CREATED = 201;

/** `message` is null if it started a conversation, or was sent from a product's page. */
export type Sent = { conversationId: number; message: Message | null };

/** Called before the message is removed from the queue. Returns the unsubscriber. */
export const onSent = (listener: (waiting: PendingMessage, sent: Sent) => unknown): (() => void) =>
  onEntrySettled((entry, settled) => {
    if (!isMessage(entry) || !('sent' in settled)) return;
    const waiting = toPending(entry);
    return listener(waiting, sentOf(waiting, settled.sent));
  });

/** Casts, because these are the answers of sendFiles, and of the calls in ../offline.ts. */
function sentOf({ to, media }: PendingMessage, answer: unknown): Sent {
  if (media) return answer as Sent;
  return to.kind === 'product'
    ? { conversationId: (answer as { id: number }).id, message: null }
    : { conversationId: to.id, message: answer as Message };
}

export async function sendFiles(
  entry: Entry,
  { token, files, onProgress, signal }: Sending,
): Promise<Sent> {
  const found = await files();
  if (!found) throw notSent(m.messagesFilesLost(), { status: GONE });
  const waiting = toPending(entry);
  const { sent, said, ...answer } = await postFiles(waiting, {
    files: found,
    token,
    onProgress,
    signal,
  });
  if (!sent) throw notSent(said, answer);
  return waiting.to.kind === 'product' ? { ...sent, message: null } : sent;
}

const GONE = 410;

/** `status` is 0 if no response came; `said` is the error message. */
type FilesAnswer = {
  status: number;
  sent: { conversationId: number; message: Message } | null;
  said: string | null;
  retryAfterSeconds: number;
};

type Posting = {
  files: readonly File[];
  token: string;
  onProgress: (percent: number) => void;
  signal: AbortSignal;
};

/** Uses XHR, because fetch reports no upload progress. */
function postFiles(
  { key, to, text, media }: PendingMessage,
  { files, token, onProgress, signal }: Posting,
): Promise<FilesAnswer> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    let silence: ReturnType<typeof setTimeout> | undefined;
    const listen = () => {
      clearTimeout(silence);
      silence = setTimeout(abort, SILENCE_MILLISECONDS);
    };
    const isVoice = media?.kind === 'voice';
    const target = to.kind === 'product' ? `about/${to.id}` : to.id;
    request.open('POST', `/api/conversations/${target}/${isVoice ? 'voice' : 'photos'}`);
    request.setRequestHeader('authorization', `Bearer ${token}`);
    request.setRequestHeader('idempotency-key', key);
    request.upload.onprogress = ({ loaded, total }) => {
      listen();
      onProgress(Math.floor((100 * loaded) / Math.max(1, total)));
    };
    request.onloadend = () => {
      clearTimeout(silence);
      signal.removeEventListener('abort', abort);
      const answer = parse(request.responseText);
      const retryAfterSeconds = Number(request.getResponseHeader('retry-after')) || 0;
      const { message, conversationId = to.id } = (answer ?? {}) as {
        message?: Message;
        conversationId?: number;
      };
      const sent = request.status === CREATED && message ? { conversationId, message } : null;
      resolve({ status: request.status, sent, said: serverSentence(answer), retryAfterSeconds });
    };
    const form = new FormData();
    if (isVoice) form.append('seconds', String(media.seconds));
    else if (text) form.append('text', text);
    for (const file of files) form.append(isVoice ? 'voice' : 'photos', file, file.name);
    signal.addEventListener('abort', abort);
    listen();
    request.send(form);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

type MessageWithFiles = {
  text: string;
  media: PendingMedia;
  files: readonly File[] | Promise<readonly File[]>;
};

/** Each message is stored first, and sent from the queue. */
export function useQueue(to: Target) {
  const asMe = async (change: (userId: number) => Promise<unknown>) => {
    const user = readUser();
    if (!user) return;
    await change(user.id);
    void sendEntries();
  };
  return {
    send: (text: string) => inTurn(() => asMe((userId) => addEntry(userId, entryOf({ to, text })))),
    sendFiles: ({ text, media, files }: MessageWithFiles) => {
      const user = readUser();
      inTurn(async () => {
        const ready = await files;
        // Logging out in the meantime leaves nothing behind.
        if (!user || readUser()?.id !== user.id) return;
        await asMe((userId) => addEntry(userId, entryOf({ to, text, media }), ready));
      });
    },
    retry: (key: string) => void asMe((userId) => retryEntry(userId, key)),
    drop: (key: string) => void asMe((userId) => dropEntry(userId, key)),
  };
}

let turn: Promise<unknown> = Promise.resolve();

/** A text written while photos are still being shrunk is sent after them. */
function inTurn(keep: () => Promise<void>) {
  turn = turn.then(keep).catch(() => {});
}

export type Target = { kind: 'conversation' | 'product'; id: number };

export type PendingMedia = { kind: 'photo'; count: number } | { kind: 'voice'; seconds: number };

export type MessageInput = { to: Target; text: string; media?: PendingMedia };

export type PendingMessage = MessageInput & {
  key: string;
  /** Its files are only in memory, so a reload loses it. */
  isLoose?: boolean;
  writtenAt: string;
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
