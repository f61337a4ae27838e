const KEY_BYTES = 16;

/** A key for one request, however often it is sent. Not `randomUUID`, which a page without https doesn't have. */
export const createIdempotencyKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('');
