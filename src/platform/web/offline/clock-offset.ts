/*
 * How far the clock of this device is from the server's, so that what was done without a line can
 * say when it was done. The Date header of one of our own answers tells it, to a second; it is
 * asked for once in a while, and remembered for when there is no line.
 */
const KEY = 'clockOffset';
const FRESH_MILLISECONDS = 60 * 60_000;
/** The header has whole seconds: on average half a second has passed since. */
const HALF_SECOND = 500;

type Measured = { milliseconds: number; at: number };
let measured: Measured | null = null;

/** How much the server's clock is ahead of this device's; null if no answer has told. */
export const readClockOffset = (): number | null =>
  (measured ?? readStored())?.milliseconds ?? null;

/** The moment by the server's clock, as far as this device knows it: ISO 8601. */
export const momentNow = (): string => momentOf(Date.now());

/** Likewise of a time by this device's clock, in milliseconds since 1970. */
export const momentOf = (milliseconds: number): string =>
  new Date(milliseconds + (readClockOffset() ?? 0)).toISOString();

/** Asks the server for its time, unless it has told it within the hour. */
export async function measureClockOffset(): Promise<void> {
  const known = measured ?? readStored();
  if (!navigator.onLine || (known && Math.abs(Date.now() - known.at) < FRESH_MILLISECONDS)) return;
  const before = Date.now();
  const date = await fetch('/healthz', { method: 'HEAD', cache: 'no-store' }).then(
    ({ headers }) => Date.parse(headers.get('date') ?? ''),
    () => Number.NaN,
  );
  if (Number.isNaN(date)) return;
  const now = Date.now();
  measured = { milliseconds: Math.round(date + HALF_SECOND - (before + now) / 2), at: now };
  try {
    localStorage.setItem(KEY, JSON.stringify(measured));
  } catch {
    // Without storage it holds for this page.
  }
}

function readStored(): Measured | null {
  try {
    const { milliseconds, at }: Partial<Measured> = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof milliseconds === 'number' && typeof at === 'number' ? { milliseconds, at } : null;
  } catch {
    return null;
  }
}
