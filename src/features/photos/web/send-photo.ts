import * as z from 'zod/mini';
import { m } from '#text';
import { serverSentence } from '#web/fetch-file.ts';
import { createIdempotencyKey } from '#web/idempotency-key.ts';
import { momentOf } from '#web/offline/clock-offset.ts';
import { readToken } from '#web/session.ts';
import { UPLOAD_PART_BYTES } from '../rules/photo.ts';
import type { TakenPhoto } from './photo-picker.tsx';
import { isSlowLine, shrinkPhoto } from './shrink-photo.ts';

const body = z.object({
  message: z.optional(z.string()),
  offset: z.optional(z.number()),
  upload: z.optional(z.object({ id: z.number(), offset: z.number() })),
  photos: z.optional(z.array(z.object({ id: z.number(), url: z.string() }))),
});

/** A connection without progress for this long counts as broken. */
const SILENCE_MILLISECONDS = 30_000;

const PATH = '/api/farmer/uploads';
const NO_CONTENT = 204;
const UNAUTHORIZED = 401;
const NOT_FOUND = 404;
const CONFLICT = 409;
/** Broken requests in a row, without a byte of progress between them. */
const CUTS_MAX = 4;
const PAUSE_MILLISECONDS = 500;
/** Parts grow while a part takes less than this. */
const QUICK_MILLISECONDS = 2000;

export type SentPhoto = { id: number; url: string };

/** Why a photo was not sent. `status` is the server's; 0 if the connection was lost. */
export class PhotoNotSent extends Error {
  readonly status: number;
  readonly retryAfterSeconds: number;
  constructor({
    status,
    message,
    retryAfterSeconds,
  }: Pick<PartAnswer, 'status' | 'message' | 'retryAfterSeconds'>) {
    super(message?.trim() || m.sendFailed());
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
export class NotLoggedInError extends PhotoNotSent {}

type Sending = {
  /** The same for every attempt at the same photo, even after a reload. */
  idempotencyKey: string;
  onProgress: (percent: number) => void;
  signal: AbortSignal;
  /** When the photo was taken, in ISO 8601, by the server's clock. */
  takenAt?: string | undefined;
  /** The token of the photo's owner; by default that of the current user. */
  token?: string;
  /**
   * Whether the server may have a part of the photo already. Then the offset is asked for first.
   */
  isResumed?: boolean;
};

type Upload = { id: number; offset: number };

/**
 * Sends one photo, which does not belong to a product yet, in parts. After a broken request it
 * continues from the server's offset. A part is a whole photo on a good connection. It is small on
 * a weak one: each part costs a round trip, but its bytes are safe.
 * @throws PhotoNotSent with a sentence
 */
export async function sendPhoto(photo: Blob, sending: Sending): Promise<SentPhoto> {
  let partBytes: number = isSlowLine() ? UPLOAD_PART_BYTES.small : UPLOAD_PART_BYTES.first;
  let upload: Upload | null = null;
  let isAsking = sending.isResumed ?? false;
  let cuts = 0;
  for (;;) {
    const offset: number = upload?.offset ?? 0;
    const startedAt = performance.now();
    const bytes: Blob | null = isAsking ? null : photo.slice(offset, offset + partBytes);
    const answer = await send(photo, { ...sending, upload, bytes });
    const [sent] = answer.photos ?? [];
    if (sent) return sent;
    const next: Upload | null = nextOf(answer, upload);
    if (isGood(answer) && next) {
      if (bytes && performance.now() - startedAt < QUICK_MILLISECONDS)
        partBytes = Math.min(2 * partBytes, UPLOAD_PART_BYTES.most);
      if (next.offset > offset) cuts = 0;
    } else {
      cuts += 1;
      if (cuts > CUTS_MAX || !isWorthAnother(answer, { upload, ...sending }))
        throw failureOf(answer);
      partBytes = UPLOAD_PART_BYTES.small;
      await pause(PAUSE_MILLISECONDS * 2 ** (cuts - 1), sending.signal);
    }
    upload = next;
    isAsking = next === null;
  }
}

type Request = Sending & { upload: Upload | null; bytes: Blob | null };

function send(
  photo: Blob,
  { upload, bytes, idempotencyKey, takenAt, token, onProgress, signal }: Request,
): Promise<PartAnswer> {
  const offset = upload?.offset ?? 0;
  const authorization = `Bearer ${token ?? readToken() ?? ''}`;
  const transport = {
    bytes,
    signal,
    onProgress: (loaded: number) => onProgress(percentOf(offset + loaded, photo.size)),
  };
  if (upload) {
    const headers = { authorization, 'upload-offset': String(offset) };
    return sendPart({ method: 'PATCH', path: `${PATH}/${upload.id}`, headers, ...transport });
  }
  const headers = {
    authorization,
    'idempotency-key': idempotencyKey,
    'upload-length': String(photo.size),
    // A photo that could not be shrunk is sent under its own name, because the server compares the
    // name with the bytes.
    'upload-metadata': metadataOf({
      filename: photo instanceof File ? photo.name : 'photo.jpg',
      filetype: photo.type,
      takenAt,
    }),
  };
  return sendPart({ method: 'POST', path: PATH, headers, ...transport });
}

const isGood = ({ status }: PartAnswer) => status >= 200 && status < 300;

function nextOf(
  { status, offset, upload: told }: PartAnswer,
  upload: Upload | null,
): Upload | null {
  if (told) return told;
  const saysOffset = status === CONFLICT || status === NO_CONTENT;
  return upload && saysOffset && offset !== undefined ? { ...upload, offset } : null;
}

/**
 * Retries after a broken connection, for a part that has already arrived, and for an upload that
 * was swept, whose key begins a new one.
 */
const isWorthAnother = (
  { status }: PartAnswer,
  { upload, signal }: { upload: Upload | null; signal: AbortSignal },
) =>
  (status === 0 && !signal.aborted && navigator.onLine) ||
  (upload !== null && (status === CONFLICT || status === NOT_FOUND));

const failureOf = (answer: PartAnswer) =>
  answer.status === UNAUTHORIZED ? new NotLoggedInError(answer) : new PhotoNotSent(answer);

const percentOf = (sent: number, all: number) => Math.min(100, (100 * sent) / Math.max(1, all));

/** In tus format: name and base64 value, separated by commas. */
const metadataOf = (values: Record<string, string | undefined>) =>
  Object.entries(values)
    .filter(([, value]) => value)
    .map(
      ([name, value]) =>
        `${name} ${btoa(String.fromCodePoint(...new TextEncoder().encode(value)))}`,
    )
    .join();

/** Ends early when the upload is aborted or the connection is back. */
const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    addEventListener('online', end);
    signal.addEventListener('abort', end);
  });

type Part = {
  method: 'POST' | 'PATCH';
  path: string;
  headers: Record<string, string>;
  bytes: Blob | null;
  onProgress: (bytes: number) => void;
  signal: AbortSignal;
};

type PartAnswer = z.infer<typeof body> & {
  status: number;
  retryAfterSeconds: number;
};

/**
 * Sends one part. Uses XHR, because fetch reports no progress. Never rejects: the caller decides
 * what to do about a broken connection.
 */
function sendPart({ method, path, headers, bytes, onProgress, signal }: Part): Promise<PartAnswer> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    let silence: ReturnType<typeof setTimeout> | undefined;
    const listen = () => {
      clearTimeout(silence);
      silence = setTimeout(() => request.abort(), SILENCE_MILLISECONDS);
    };
    const abort = () => request.abort();
    request.open(method, path);
    request.setRequestHeader('tus-resumable', '1.0.0');
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    if (bytes) request.setRequestHeader('content-type', 'application/offset+octet-stream');
    request.upload.onprogress = ({ loaded }) => {
      listen();
      onProgress(loaded);
    };
    request.onloadend = () => {
      clearTimeout(silence);
      signal.removeEventListener('abort', abort);
      const offset =
        request.status === 204 ? Number(request.getResponseHeader('upload-offset')) : undefined;
      const answered = offset === undefined ? parse(request.responseText) : { offset };
      const retryAfterSeconds = Number(request.getResponseHeader('retry-after')) || 0;
      resolve({ ...answered, status: request.status, retryAfterSeconds });
    };
    signal.addEventListener('abort', abort);
    listen();
    request.send(bytes);
  });
}

function parse(text: string): z.infer<typeof body> {
  try {
    return body.safeParse(JSON.parse(text)).data ?? {};
  } catch {
    return {};
  }
}

const onePhoto = z.object({ photos: z.tuple([z.object({ id: z.number() })]) });

/** In one request, unlike `sendPhoto`. Returns the answer's body. */
export async function sendPhotoForm(path: string, file: File): Promise<unknown> {
  const form = new FormData();
  const photo = await shrinkPhoto(file);
  // Sent unchanged if it could not be shrunk. It keeps its name, which the server compares with the
  // bytes.
  form.append('photos', photo, photo instanceof File ? photo.name : 'photo.jpg');
  // Only for photos taken while this page was open: a gallery photo may be a copy, whose time
  // proves nothing.
  if (file.lastModified >= performance.timeOrigin)
    form.append('takenAt', momentOf(file.lastModified));
  const response = await fetch(path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${readToken() ?? ''}`,
      'idempotency-key': createIdempotencyKey(),
    },
    body: form,
  }).catch(() => null);
  const answered: unknown = await response?.json().catch(() => null);
  if (response?.ok) return answered;
  throw new Error(serverSentence(answered) ?? m.sendFailed());
}

export async function sendLotPhoto({ file, url }: TakenPhoto): Promise<SentPhoto> {
  const { photos } = await sendPhotoForm('/api/buyer/photos', file).then(onePhoto.parse);
  return { id: photos[0].id, url };
}
