/*
 * What a visitor pressed before the login, in this tab. Not in the address to return to, or a link
 * of others could make people follow something.
 */

const KEY = 'followWish';

export function keepWish(wish: string): void {
  try {
    sessionStorage.setItem(KEY, wish);
  } catch {
    // Without storage the buyer presses again.
  }
}

/** Whether this was wished. It is forgotten then. */
export function takeWish(wish: string): boolean {
  try {
    if (sessionStorage.getItem(KEY) !== wish) return false;
    sessionStorage.removeItem(KEY);
    return true;
  } catch {
    return false;
  }
}
