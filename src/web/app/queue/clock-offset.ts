const KEY = 'clockOffset';
/** The header has whole seconds, on average half a second ago. */
const HALF_SECOND = 500;

let measured: number | null = null;

/** Compares the clock of this device with the server's. @param date the Date header of one of its answers */
export function noteServerTime(date: string | null): void {
  const server = Date.parse(date ?? '');
  if (server) measured = server + HALF_SECOND - Date.now();
}

/** How much the server's clock is ahead of this device's; null if no answer has told. Without a line the last visit's is taken. */
export function readClockOffset(): number | null {
  try {
    if (measured === null) return Number.parseInt(localStorage.getItem(KEY) ?? '', 10) || null;
    localStorage.setItem(KEY, String(measured));
  } catch {
    // Without storage it holds for this page.
  }
  return measured;
}
