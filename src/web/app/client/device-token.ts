/*
 * The token that the last login on this device was answered with. It grants nothing: with it the server counts wrong passwords of this
 * device separately, so that strangers who guess cannot lock its owner out. It is kept after a logout. Without storage none is sent.
 */
const KEY = 'deviceToken';

export function readDeviceToken(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export function keepDeviceToken(token: string): void {
  try {
    localStorage.setItem(KEY, token);
  } catch {
    // No storage: see above.
  }
}
