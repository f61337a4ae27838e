import * as z from 'zod/mini';
import { m } from '#shared/text/compiled/messages.js';
import { readToken } from '#web/app/session/session.ts';

const stored = z.object({ photos: z.array(z.object({ id: z.number(), url: z.string() })) });
const refusal = z.object({ message: z.string() });

const UNAUTHORIZED = 401;

export type SentPhoto = { id: number; url: string };
/** The server no longer accepts the session. */
export class NotLoggedInError extends Error {}

type Sending = { idempotencyKey: string; onProgress: (percent: number) => void; signal: AbortSignal };

/** Sends one photo, which does not belong to a product yet. XHR, because fetch reports no progress. @throws Error with a sentence */
export function sendPhoto(photo: Blob, { idempotencyKey, onProgress, signal }: Sending): Promise<SentPhoto> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = () => {
      const sentence = readRefusal(request.responseText);
      reject(request.status === UNAUTHORIZED ? new NotLoggedInError(sentence) : new Error(sentence));
    };
    request.open('POST', '/api/farmer/photos');
    request.setRequestHeader('authorization', `Bearer ${readToken() ?? ''}`);
    request.setRequestHeader('idempotency-key', idempotencyKey);
    request.upload.onprogress = ({ loaded, total }) => onProgress((100 * loaded) / Math.max(1, total));
    request.onerror = fail;
    request.onabort = fail;
    request.onload = () => {
      const [sent] = (request.status < 300 && readStored(request.responseText)) || [];
      if (sent) resolve(sent);
      else fail();
    };
    signal.addEventListener('abort', () => request.abort());
    const form = new FormData();
    // A photo that could not be shrunk is sent as it is, under its own name, because the server compares the name with the bytes.
    form.append('photos', photo, photo instanceof File ? photo.name : 'photo.jpg');
    request.send(form);
  });
}

const readStored = (text: string) => stored.safeParse(parse(text)).data?.photos;
const readRefusal = (text: string) => refusal.safeParse(parse(text)).data?.message ?? m.photoSendFailed();

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
