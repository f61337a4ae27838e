import { dayInNairobi } from '#platform/rules/day.ts';
import type { Database } from '#platform/server/db/database.ts';
import { announcePrices } from './cells/queries.ts';
import { insertReferencePrices } from './reference/queries.ts';
import { type RefusedLine, readKamis } from './reference/read-kamis.ts';

/** The source's name, which is shown with its prices. */
const SOURCE = 'KAMIS';

type Imported =
  | { outcome: 'imported'; added: number; known: number; refused: RefusedLine[] }
  /** Nothing was read, because these columns are missing. */
  | { outcome: 'otherTable'; missing: string[] };

/**
 * Imports a part of the ministry's table of market prices in the caller's transaction. Rows that
 * were imported before stay unchanged. Unusable lines are returned with their number and the
 * reason; the rest is imported.
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
