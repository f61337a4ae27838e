import * as z from 'zod/mini';

const body = z.object({
  message: z.optional(z.string()),
  offset: z.optional(z.number()),
  upload: z.optional(z.object({ id: z.number(), offset: z.number() })),
  photos: z.optional(z.array(z.object({ id: z.number(), url: z.string() }))),
});

/** A connection without progress for this long counts as broken. */
const SILENCE_MILLISECONDS = 30_000;

type Part = {
  method: 'POST' | 'PATCH';
  path: string;
  headers: Record<string, string>;
  bytes: Blob | null;
  onProgress: (bytes: number) => void;
  signal: AbortSignal;
};
export type PartAnswer = z.infer<typeof body> & {
  /** 0 without a response. */
  status: number;
  retryAfterSeconds: number;
};

/**
 * Sends one part. Uses XHR, because fetch reports no progress. Never rejects: the caller decides
 * what to do about a broken connection.
 */
export function sendPart({
  method,
  path,
  headers,
  bytes,
  onProgress,
  signal,
}: Part): Promise<PartAnswer> {
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
