/** A foreign host gave no usable answer: too late, too long, redirected, refused, or not JSON. */
export class GeocoderError extends Error {
  override readonly name = 'GeocoderError';
}

type FetchLimits = {
  timeoutMilliseconds: number;
  maxBytes: number;
  headers: Record<string, string>;
};

/**
 * GETs JSON from an untrusted host: one deadline from the first byte sent to the last one read, no
 * redirects, and never more than `maxBytes` in memory, whatever its Content-Length.
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
  // Leaving the loop by a throw cancels the stream, and with it the connection.
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new GeocoderError(`its answer is longer than ${maxBytes} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
