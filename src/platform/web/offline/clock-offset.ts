import { deviceStore } from '../storage.ts';

const KEY = 'clockOffset';
const FRESH_MILLISECONDS = 60 * 60_000;
/** The header has whole seconds, so it is half a second late on average. */
const HALF_SECOND = 500;

type Measured = { milliseconds: number; at: number };
let measured: Measured | null = null;

/**
 * The server's clock minus this device's, from the Date header of responses, so that offline
 * changes can report when they were made. Null if it was never measured.
 */
export const readClockOffset = () => (measured ?? readStored())?.milliseconds ?? null;

export const momentNow = () => momentOf(Date.now());

export const momentOf = (milliseconds: number) =>
  new Date(milliseconds + (readClockOffset() ?? 0)).toISOString();

export async function measureClockOffset() {
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
  deviceStore.writeJson(KEY, measured);
}

function readStored(): Measured | null {
  const { milliseconds, at } = deviceStore.readJson<Measured>(KEY) ?? {};
  return typeof milliseconds === 'number' && typeof at === 'number' ? { milliseconds, at } : null;
}
