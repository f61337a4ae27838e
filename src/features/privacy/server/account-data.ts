import { removeAccount } from '#accounts/server/end-access.ts';
import { confirmPassword } from '#accounts/server/passwords.ts';
import { lockPersonToRemove } from '#accounts/server/people-queries.ts';
import { HOUR_SECONDS, MINUTE_SECONDS } from '#rules/limits.ts';
import { AppError } from '#server/app-error.ts';
import { retryTransaction } from '#server/database.ts';
import { createFairQueue } from '#server/fair-queue.ts';
import { clientOfPerson } from '#server/heavy-work.ts';
import type { RateLimits, RateRule } from '#server/rate-limits.ts';
import { eraseDeclared } from '#server/tables.ts';

declare global {
  interface Services {
    personalData: readonly PersonalData[];
  }
}

const ROWS_AT_ONCE = 500;

/** More rows of one kind than any user has. Keeps one list from filling the memory. */
const ROWS_MAX = 50_000;

type Lists = NonNullable<PersonalData['lists']>;
type ExportCall = Pick<
  Call<'user'>,
  'db' | 'clock' | 'rateLimits' | 'personalData' | 'withoutSlot'
> & {
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
    const { user, withoutSlot } = call;
    return await exports.run(clientOfPerson(user.id), readAll, { withoutSlot });
  } catch (error) {
    await pieces.end();
    throw error;
  }
}

/**
 * The text of one JSON object. Holds no connection between pieces. A caller that stops early calls
 * `end`. Throws before the first piece.
 */
export async function streamData(call: ExportCall) {
  const { db } = call;
  const userId = call.user.id;
  const endExport = await beginExport(userId, call);
  try {
    const objects = await readObjects(call);
    if (!objects.account) throw new AppError('NOT_FOUND');
    const lists: Lists = Object.assign({}, ...call.personalData.map((part) => part.lists));
    const pieces = writePieces(db, userId, { exportedAt: call.clock(), objects, lists });
    return { next: () => nextPiece(pieces, endExport), end: endExport };
  } catch (error) {
    await endExport();
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
async function nextPiece(pieces: AsyncGenerator<string, void>, endExport: () => Promise<void>) {
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

const runningExport: RateRule = { name: 'runningExport', points: 1, seconds: 2 * MINUTE_SECONDS };

export const DATA_EXPORTS_PER_HOUR = 5;

const dataExport: RateRule = {
  name: 'dataExport',
  points: DATA_EXPORTS_PER_HOUR,
  seconds: HOUR_SECONDS,
};

const RENEWAL_MILLISECONDS = 60_000;

/**
 * One export at a time and a few per hour, because each reads all of a user's data. A running
 * export renews its count, which expires two minutes after its process dies.
 * @returns a function that ends the export
 */
export async function beginExport(
  userId: number,
  { rateLimits }: { rateLimits: RateLimits },
): Promise<() => Promise<void>> {
  const key = String(userId);
  await rateLimits.consume(runningExport, key);
  let renewing = Promise.resolve();
  const renewal = setInterval(() => {
    // In sequence, so that the last renewal arrives last. The next one makes up for a failure.
    renewing = renewing.then(() => rateLimits.renew(runningExport, key)).catch(() => {});
  }, RENEWAL_MILLISECONDS);
  renewal.unref();
  const end = async () => {
    clearInterval(renewal);
    // A renewal in progress would count the export again after its end.
    await renewing;
    await rateLimits.forget(runningExport, key);
  };
  try {
    await rateLimits.consume(dataExport, key);
  } catch (error) {
    await end();
    throw error;
  }
  return end;
}

/**
 * The files are deleted after the commit. Requires the password, because somebody else may hold the
 * session.
 */
export async function deleteAccount(call: Call<'user'>, { password }: { password: string }) {
  const { db, personalData } = call;
  const userId = call.user.id;
  const { passwordHash } = await confirmPassword(db, { userId, password }, call);
  // A checkout locks products and waits for this user's row, while the deletion waits for the
  // products.
  const afterCommit = await retryTransaction(db, async (tx) => {
    await lockPersonToRemove(tx, userId);
    const underWay = await countUnderWay(tx, userId, personalData);
    if (Object.values(underWay).some((count) => count > 0)) {
      throw new AppError('ACCOUNT_BUSY', { inputs: underWay, facts: underWay });
    }
    const tasks = [];
    for (const { erase } of personalData) tasks.push(await erase?.(tx, userId, call));
    await eraseDeclared(tx, userId);
    await removeAccount(tx, { userId, passwordHash }, call);
    return tasks;
  });
  // In a restored backup the account is back. After the commit, because an account that stays must
  // not be suspended there.
  await call.endedAccess.record({ userId, isSuspended: true }, call.clock());
  for (const task of afterCommit) await task?.();
}

async function countUnderWay(
  tx: Database,
  userId: number,
  personalData: readonly PersonalData[],
): Promise<Record<string, number>> {
  const counts = [];
  for (const part of personalData) counts.push(await part.countUnderWay?.(tx, userId));
  return Object.assign({}, ...counts);
}
