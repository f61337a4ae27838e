const KEY_BYTES = 16;

/**
 * A key for one request, however often it is sent. Not made by `randomUUID`, which is missing on a
 * page without https.
 */
export const createIdempotencyKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
