const KEY_BYTES = 16;

/** `randomUUID` is missing on pages without https. */
export const createIdempotencyKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
