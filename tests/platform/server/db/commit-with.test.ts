import { asc, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { commitWith, type Database } from '#platform/server/db/database.ts';
import { keepInsert } from '#platform/server/db/keep-insert.ts';
import { outboxMessages } from '#platform/server/db/tables/outbox.ts';
import { emptyTestDatabase, isOnPostgres } from '#tests/setup/test-database.ts';

const at = new Date('2026-03-02T06:00:00Z');
const moments = { createdAt: at, availableAt: at, expiresAt: at };
const message = (kind: string) => ({ kind, payload: { of: kind }, ...moments });
const insertMessages = keepInsert(outboxMessages);

let db: Database;
beforeEach(async () => {
  ({ db } = await emptyTestDatabase());
});

const rows = () => db.select().from(outboxMessages).orderBy(asc(outboxMessages.id));
const kinds = async () => (await rows()).map(({ kind }) => kind);

const failing = (tx: Database) => tx.execute(sql`select 1 / (length('') * 1)`);

describe('statements that are sent with the commit', () => {
  test('are committed once the transaction resolves', async () => {
    const answer = await db.transaction(async (tx) => {
      await insertMessages(tx, [message('before')]);
      await commitWith(tx, () =>
        Promise.all([
          insertMessages(tx, [message('one'), message('two')]),
          insertMessages(tx, [message('three')]),
        ]),
      );
      return 'done';
    });
    expect(answer).toBe('done');
    expect(await kinds()).toEqual(['before', 'one', 'two', 'three']);
  });

  test('leave nothing behind when any of them fails', async () => {
    for (const failsAt of [0, 1, 2]) {
      const refused = db.transaction(async (tx) => {
        await insertMessages(tx, [message('before')]);
        await commitWith(tx, () =>
          Promise.all(
            [0, 1, 2].map((place) =>
              place === failsAt ? failing(tx) : insertMessages(tx, [message(String(place))]),
            ),
          ),
        );
      });
      await expect(refused).rejects.toMatchObject({
        cause: { message: expect.stringContaining('division by zero') },
      });
      expect(await kinds()).toEqual([]);
    }
    await db.transaction((tx) => insertMessages(tx, [message('after')]));
    expect(await kinds()).toEqual(['after']);
  });

  test('are the last ones: later statements are refused, and not run outside of the transaction', async (context) => {
    context.skip(!isOnPostgres, 'the embedded database waits for them');
    const refused = db.transaction(async (tx) => {
      await commitWith(tx, () => insertMessages(tx, [message('one')]));
      await insertMessages(tx, [message('late')]);
    });
    await expect(refused).rejects.toThrow();
    expect(await kinds()).toEqual([]);
  });
});

describe('rows inserted by a kept statement', () => {
  test('keep their columns, nulls and order, however many they are', async () => {
    for (const many of [1, 2, 40, 3, 40, 0]) {
      await insertMessages(
        db,
        Array.from({ length: many }, (_, place) => message(`${many}: ${place}`)),
      );
    }
    const expected = [1, 2, 40, 3, 40].flatMap((many) =>
      Array.from({ length: many }, (_, place) => `${many}: ${place}`),
    );
    expect(await kinds()).toEqual(expected);
    expect((await rows())[0]).toMatchObject(message('1: 0'));
  });
});
