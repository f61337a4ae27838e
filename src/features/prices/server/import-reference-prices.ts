import { dayInNairobi } from '#platform/rules/day.ts';
import type { Database } from '#platform/server/db/database.ts';
import { announcePrices } from './cells/queries.ts';
import { insertReferencePrices } from './reference/queries.ts';
import { type RefusedLine, readKamis } from './reference/read-kamis.ts';

/** The name of the source, as it is shown with its figures. */
const SOURCE = 'KAMIS';

type Imported =
  | { outcome: 'imported'; added: number; known: number; refused: RefusedLine[] }
  /** These columns are missing, so nothing could be read. */
  | { outcome: 'otherTable'; missing: string[] };

/**
 * Takes a part of the ministry's table of market prices, in the caller's transaction; what was
 * taken before stays as it is. Lines that cannot be used are answered, with their number and the
 * reason, and the rest is taken.
 */
export async function importReferencePrices(
  tx: Database,
  { text, firstLine }: { text: string; firstLine: number },
  now: Date,
): Promise<Imported> {
  const read = readKamis({ text, firstLine, today: dayInNairobi(now) });
  if ('missing' in read) return { outcome: 'otherTable', missing: read.missing };
  const { lines, refused } = read;
  const rows = lines.map((line) => ({ ...line, source: SOURCE, createdAt: now }));
  const added = rows.length > 0 ? await insertReferencePrices(tx, rows) : 0;
  if (added > 0) await announcePrices(tx);
  return { outcome: 'imported', added, known: lines.length - added, refused };
}
