import { serverSentence } from '#platform/web/client/server-sentence.ts';
import type { Message } from '../message-texts.ts';
import type { PendingMessage } from '../queue/pending-messages.ts';

/**
 * The server's answer: `sent` is the stored message and its conversation, `said` the error message.
 * `status` is 0 if no response came.
 */
export type FilesAnswer = {
  status: number;
  sent: { conversationId: number; message: Message } | null;
  said: string | null;
  retryAfterSeconds: number;
};

type Posting = {
  files: readonly File[];
  token: string;
  onProgress: (percent: number) => void;
  /** Aborts the upload if the user deletes the message in the meantime. */
  signal: AbortSignal;
};

/**
 * A connection without any traffic for this long is assumed dead. The server encodes pictures
 * before it responds, which takes time.
 */
const SILENCE_MILLISECONDS = 60_000;

/**
 * Sends a message with its files to its conversation, or to the one about a product. Uses XHR,
 * because fetch reports no upload progress.
 */
export function postFiles(
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
      // The same message as from the procedure for texts, with the addresses of its files.
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

const CREATED = 201;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
