/** `wasSent: false` means that the request certainly did not arrive. */
export type Exchange =
  | { got: 'json'; status: number; body: unknown }
  | { got: 'nothing'; wasSent: boolean; status: number | null };

type Request = {
  url: URL;
  headers: Record<string, string>;
  body?: object | URLSearchParams;
  timeoutMilliseconds: number;
  maxBytes?: number;
};

const FORM = 'application/x-www-form-urlencoded';
const ANSWER_MAX_BYTES = 64 * 1024;
const UNSENT = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
];

/**
 * One timeout covers everything, redirects are not followed, and at most `maxBytes` are held in
 * memory, whatever the Content-Length says. Never throws.
 */
export async function exchangeJson(request: Request): Promise<Exchange> {
  const { url, headers, body, timeoutMilliseconds, maxBytes = ANSWER_MAX_BYTES } = request;
  const isForm = body instanceof URLSearchParams;
  let status: number | null = null;
  try {
    const response = await fetch(url, {
      method: body ? 'POST' : 'GET',
      headers: {
        accept: 'application/json',
        ...(body && { 'content-type': isForm ? FORM : 'application/json' }),
        ...headers,
      },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMilliseconds),
      ...(body && { body: isForm ? body.toString() : JSON.stringify(body) }),
    });
    status = response.status;
    const text = response.body ? await readText(response.body, maxBytes) : '';
    return { got: 'json', status, body: JSON.parse(text) };
  } catch (error) {
    return { got: 'nothing', wasSent: !isUnsent(error), status };
  }
}

async function readText(body: ReadableStream<Uint8Array>, maxBytes: number) {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new Error(`the answer is longer than ${maxBytes} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function isUnsent(error: unknown) {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof AggregateError && cause.errors.length > 0)
      return cause.errors.every(isUnsent);
    if ('code' in cause && UNSENT.includes(String(cause.code))) return true;
  }
  return false;
}
