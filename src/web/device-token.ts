/*
 * What a login on this device was answered with. It opens nothing: with it the server counts wrong passwords of this device apart, so
 * that strangers who guess cannot lock its owner out. It stays when the session goes; without storage the server counts as for anyone.
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
    // Said above.
  }
}
