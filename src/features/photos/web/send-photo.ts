import { UPLOAD_PART_BYTES } from '#features/photos/rules/limits.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { readToken } from '#platform/web/session/session.ts';
import { isSlowLine } from './photo-line.ts';
import { type PartAnswer, sendPart } from './send-part.ts';

const PATH = '/api/farmer/uploads';
const NO_CONTENT = 204;
const UNAUTHORIZED = 401;
const NOT_FOUND = 404;
const CONFLICT = 409;
/** Without a byte of progress between them. */
const CUTS_MAX = 4;
const PAUSE_MILLISECONDS = 500;
/** Parts grow while one takes less than this. */
const QUICK_MILLISECONDS = 2000;

export type SentPhoto = { id: number; url: string };

/** Why a photo was not sent. `status` as the server answered it; 0 where the line was lost. */
export class PhotoNotSent extends Error {
  readonly status: number;
  readonly retryAfterSeconds: number;
  constructor({
    status,
    message,
    retryAfterSeconds,
  }: Pick<PartAnswer, 'status' | 'message' | 'retryAfterSeconds'>) {
    super(message?.trim() || m.photoSendFailed());
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
/** The server no longer accepts the session. */
export class NotLoggedInError extends PhotoNotSent {}

type Sending = {
  /** The same for the same photo, however often it is sent, and after a reload too. */
  idempotencyKey: string;
  onProgress: (percent: number) => void;
  signal: AbortSignal;
  /** When it was taken, in ISO 8601, by the server's clock. */
  takenAt?: string | undefined;
  /** Of the person whose photo it is; of the one who is logged in, if it is left out. */
  token?: string;
  /** Whether some of it may be there already: then that is asked for before a byte is sent. */
  isResumed?: boolean;
};

/** How far a photo has come. */
type Upload = { id: number; offset: number };

/**
 * Sends one photo, which does not belong to a product yet, in parts. After a cut it goes on from
 * what the server has. A part is a whole photo on a good line, and small on a weak one, where each
 * costs a round trip and brings the photo further.
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
    // Whoever begins again asks first what has arrived.
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

/** Where the photo stands now; null where that has to be asked. */
function nextOf(
  { status, offset, upload: told }: PartAnswer,
  upload: Upload | null,
): Upload | null {
  if (told) return told;
  const isTold = status === CONFLICT || status === NO_CONTENT;
  return upload && isTold && offset !== undefined ? { ...upload, offset } : null;
}

/**
 * A cut, a part that has arrived already, or an upload that was swept, whose key begins a new one.
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

/** As tus has it: a name and its value in base64, with commas between. */
const metadataOf = (values: Record<string, string | undefined>) =>
  Object.entries(values)
    .filter(([, value]) => value)
    .map(
      ([name, value]) =>
        `${name} ${btoa(String.fromCodePoint(...new TextEncoder().encode(value)))}`,
    )
    .join();

/** Ends early where the photo is no longer wanted, and when the line is back. */
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
