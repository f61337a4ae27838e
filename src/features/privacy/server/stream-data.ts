import { AppError } from '#platform/server/app-error.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { PersonalData } from '#platform/server/personal-data.ts';
import type { RateLimits } from '#platform/server/rate-limits.ts';
import { beginExport } from './begin-export.ts';

declare module '#platform/server/trpc/context.ts' {
  interface Services {
    personalData: readonly PersonalData<Services>[];
  }
}

/** How many rows of one export are in memory at a time. */
const ROWS_AT_ONCE = 500;
/** More rows of one kind than any user has. Without a limit, one list could fill the memory. */
const ROWS_MAX = 50_000;

type Lists = NonNullable<PersonalData<unknown>['lists']>;
export type ExportServices = {
  clock: Clock;
  rateLimits: RateLimits;
  personalData: readonly Pick<PersonalData<unknown>, 'single' | 'lists'>[];
};

/**
 * All stored data about a user as the text of one JSON object, piece by piece. The next rows are
 * read when the previous ones have been sent, and no connection is held in between. A caller that
 * stops early calls `end`.
 * @throws AppError NOT_FOUND, TOO_MANY_ATTEMPTS, before the first piece
 */
export async function streamData(db: Database, userId: number, services: ExportServices) {
  const endExport = await beginExport(userId, services);
  try {
    const objects = await readObjects(db, userId, services);
    if (!objects.account) throw new AppError('NOT_FOUND');
    const lists: Lists = Object.assign({}, ...services.personalData.map((part) => part.lists));
    const pieces = writePieces(db, userId, { exportedAt: services.clock(), objects, lists });
    return { next: () => nextPiece(pieces, endExport), end: endExport };
  } catch (error) {
    await endExport();
    throw error;
  }
}

async function readObjects(db: Database, userId: number, { personalData }: ExportServices) {
  const objects: Record<string, object | null> = {};
  for (const { single = {} } of personalData)
    for (const [name, read] of Object.entries(single)) objects[name] = await read(db, userId);
  return objects;
}

/**
 * The next piece, or null after the last one. The export ends after the last piece or a failure.
 */
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

type Export = { exportedAt: Date; objects: Record<string, object | null>; lists: Lists };

async function* writePieces(
  db: Database,
  userId: number,
  { exportedAt, objects, lists }: Export,
): AsyncGenerator<string, void> {
  yield open({ exportedAt });
  for (const [name, object] of Object.entries(objects)) {
    yield `,\n"${name}": ${object ? open(object) : 'null'}`;
    if (!object) continue;
    yield* writeLists(db, userId, listsIn(lists, `${name}.`));
    yield '}';
  }
  yield* writeLists(db, userId, listsIn(lists, ''));
  yield '}\n';
}

/** The lists one level below a prefix, by the rest of their names. */
const listsIn = (lists: Lists, prefix: string): Lists =>
  Object.fromEntries(
    Object.entries(lists)
      .filter(([name]) => name.startsWith(prefix) && !name.slice(prefix.length).includes('.'))
      .map(([name, read]) => [name.slice(prefix.length), read]),
  );

/** An object's JSON without its closing brace, so that lists can follow. */
const open = (object: object) => JSON.stringify(object).slice(0, -1);

async function* writeLists(
  db: Database,
  userId: number,
  lists: Lists,
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
