/**
 * The SHA-256 of a text in hexadecimal, in the format of the server's token hashes.
 * @throws on a page without https, where browsers don't hash
 */
export async function sha256(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
