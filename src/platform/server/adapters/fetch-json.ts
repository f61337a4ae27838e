/**
 * A foreign host gave no usable response: too late, too long, a redirect, a refusal, or not JSON.
 */
export class GeocoderError extends Error {
  override readonly name = 'GeocoderError';
}

type FetchLimits = {
  timeoutMilliseconds: number;
  maxBytes: number;
  headers: Record<string, string>;
};

/**
 * GETs JSON from an untrusted host. One timeout covers the whole exchange, redirects are not
 * followed, and at most `maxBytes` are held in memory, whatever the Content-Length says.
 * @throws GeocoderError
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
      {
        cause: error,
      },
    );
  }
}

async function readText(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  // Throwing out of the loop cancels the stream and closes the connection.
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new GeocoderError(`its answer is longer than ${maxBytes} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
