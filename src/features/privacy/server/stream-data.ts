import { AppError } from '#platform/server/app-error.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { RateLimits } from '#platform/server/rate-limits.ts';
import { beginExport } from './begin-export.ts';
import { wordLists } from './message-queries.ts';
import { noticeLists } from './notice-export-queries.ts';
import { phoneLists } from './phone-export-queries.ts';
import { farmLists, personLists, ROWS_MAX, type Rows, readSingleRows } from './queries.ts';
import { tradeLists } from './trade-export-queries.ts';

/** How many rows of one export are in memory at a time. */
const ROWS_AT_ONCE = 500;

type Reader = (db: Database, userId: number, rows: Rows) => Promise<object[]>;

/**
 * All that is kept about a person as the text of one JSON object, the same that exportData answers,
 * piece by piece: the next rows are read when the last have been sent, and no connection is kept
 * meanwhile. A caller that stops before the end calls `end`.
 * @throws AppError NOT_FOUND, TOO_MANY_ATTEMPTS, before the first piece
 */
export async function streamData(
  db: Database,
  userId: number,
  services: { clock: Clock; rateLimits: RateLimits },
) {
  const endExport = await beginExport(userId, services);
  try {
    const single = await readSingleRows(db, userId);
    if (!single.account) throw new AppError('NOT_FOUND');
    const pieces = writePieces(db, { userId, single, exportedAt: services.clock() });
    return { next: () => nextPiece(pieces, endExport), end: endExport };
  } catch (error) {
    await endExport();
    throw error;
  }
}

/** The next piece, or null after the last; then, and when one fails, the export has ended. */
async function nextPiece(
  pieces: AsyncGenerator<string, void>,
  endExport: () => Promise<void>,
): Promise<string | null> {
  try {
    const { value } = await pieces.next();
    if (value) return value;
  } catch (error) {
    await endExport();
    throw error;
  }
  await endExport();
  return null;
}

type Export = {
  userId: number;
  single: Awaited<ReturnType<typeof readSingleRows>>;
  exportedAt: Date;
};

async function* writePieces(
  db: Database,
  { userId, single, exportedAt }: Export,
): AsyncGenerator<string, void> {
  const { farm, ...person } = single;
  yield `${open({ exportedAt, ...person })},\n"farm": `;
  if (farm) {
    yield open(farm);
    yield* writeLists(db, userId, farmLists);
    yield '}';
  } else {
    yield 'null';
  }
  yield* writeLists(db, userId, {
    ...personLists,
    ...tradeLists,
    ...noticeLists,
    ...phoneLists,
    ...wordLists,
  });
  yield '}\n';
}

/** An object's text without its closing brace, for what follows. */
const open = (object: object) => JSON.stringify(object).slice(0, -1);

async function* writeLists(
  db: Database,
  userId: number,
  lists: Record<string, Reader>,
): AsyncGenerator<string, void> {
  for (const [name, read] of Object.entries(lists)) {
    yield `,\n"${name}": [`;
    let hasMore = true;
    for (let offset = 0; hasMore && offset < ROWS_MAX; offset += ROWS_AT_ONCE) {
      const rows = await read(db, userId, { limit: ROWS_AT_ONCE, offset });
      if (rows.length > 0)
        yield `${offset > 0 ? ',' : ''}\n${rows.map((row) => JSON.stringify(row)).join(',\n')}`;
      hasMore = rows.length === ROWS_AT_ONCE;
    }
    yield ']';
  }
}
