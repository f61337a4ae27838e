import { readText } from './exchange-json.ts';

export class GeocoderError extends Error {
  override readonly name = 'GeocoderError';
}

type FetchLimits = {
  timeoutMilliseconds: number;
  maxBytes: number;
  headers: Record<string, string>;
};

/**
 * One timeout covers everything, redirects are not followed, and at most `maxBytes` are held in
 * memory, whatever the Content-Length says.
 */
export async function fetchJson(
  url: URL,
  { timeoutMilliseconds, maxBytes, headers }: FetchLimits,
): Promise<unknown> {
  const deadline = AbortSignal.timeout(timeoutMilliseconds);
  try {
    const response = await fetch(url, { headers, redirect: 'error', signal: deadline });
    if (response.status !== 200 || !response.body) {
      await response.body?.cancel();
      throw new GeocoderError(`it answered ${response.status}`);
    }
    return JSON.parse(await readText(response.body, maxBytes));
  } catch (error) {
    if (error instanceof GeocoderError) throw error;
    throw new GeocoderError(
      deadline.aborted
        ? `it took longer than ${timeoutMilliseconds} ms`
        : 'it gave no usable answer',
      { cause: error },
    );
  }
}
