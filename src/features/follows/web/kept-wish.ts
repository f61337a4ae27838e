/*
 * The follow button that a visitor pressed before the login, stored in this tab. It is not in the
 * return address, because then someone else's link could make a user follow something.
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
