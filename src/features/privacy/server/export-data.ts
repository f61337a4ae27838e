import { HOUR_SECONDS, MINUTE_SECONDS } from '#platform/rules/durations.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Database } from '#platform/server/db/database.ts';
import { createFairQueue } from '#platform/server/fair-queue.ts';
import type { PersonalData } from '#platform/server/feature.ts';
import { clientOfPerson } from '#platform/server/heavy-work.ts';
import type { RateRule } from '#platform/server/rate-limits.ts';
import type { Call } from '#platform/server/trpc/context.ts';

declare module '#platform/server/trpc/context.ts' {
  interface Services {
    personalData: readonly PersonalData[];
  }
}

const ROWS_AT_ONCE = 500;

/** More rows of one kind than any user has. Keeps one list from filling the memory. */
const ROWS_MAX = 50_000;

type Lists = NonNullable<PersonalData['lists']>;
type ExportCall = Pick<Call<'user'>, 'db' | 'clock' | 'rateLimits' | 'personalData'> & {
  user: { id: number };
};

/** The whole answer is in memory, so only two exports run at a time. */
const exports = createFairQueue({
  atOnce: 2,
  waitingMax: 20,
  waitMilliseconds: 60_000,
  retryAfterSeconds: 10,
});

/** All stored data about a user (Data Protection Act 2019, section 38). */
export async function exportData(call: ExportCall): Promise<Record<string, unknown>> {
  const pieces = await streamData(call);
  const readAll = async () => {
    const texts: string[] = [];
    for (let text = await pieces.next(); text !== null; text = await pieces.next())
      texts.push(text);
    return JSON.parse(texts.join(''));
  };
  try {
    return await exports.run(clientOfPerson(call.user.id), readAll);
  } catch (error) {
    pieces.end();
    throw error;
  }
}

/** The users with a running export of this process. */
const running = new Set<number>();

/**
 * The text of one JSON object. Holds no connection between pieces. A caller that stops early calls
 * `end`. Throws before the first piece. One at a time and a few per hour, because each reads all of
 * a user's data.
 */
export async function streamData(call: ExportCall) {
  const { db, rateLimits } = call;
  const userId = call.user.id;
  if (running.has(userId))
    throw new AppError('TOO_MANY_ATTEMPTS', { retryAfterSeconds: MINUTE_SECONDS });
  running.add(userId);
  const end = () => void running.delete(userId);
  try {
    await rateLimits.consume(dataExport, String(userId));
    const objects = await readObjects(call);
    if (!objects.account) throw new AppError('NOT_FOUND');
    const lists: Lists = Object.assign({}, ...call.personalData.map((part) => part.lists));
    const pieces = writePieces(db, userId, { exportedAt: call.clock(), objects, lists });
    return { next: () => nextPiece(pieces, end), end };
  } catch (error) {
    end();
    throw error;
  }
}

async function readObjects({ db, user, personalData }: ExportCall) {
  const objects: Record<string, object | null> = {};
  for (const { single = {} } of personalData)
    for (const [name, read] of Object.entries(single)) objects[name] = await read(db, user.id);
  return objects;
}

/** Null after the last piece. The export then ends, as after a failure. */
async function nextPiece(
  pieces: AsyncGenerator<string, void>,
  end: () => void,
): Promise<string | null> {
  try {
    const { value } = await pieces.next();
    if (value) return value;
  } catch (error) {
    end();
    throw error;
  }
  end();
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

export const DATA_EXPORTS_PER_HOUR = 5;

const dataExport: RateRule = {
  name: 'dataExport',
  points: DATA_EXPORTS_PER_HOUR,
  seconds: HOUR_SECONDS,
};
