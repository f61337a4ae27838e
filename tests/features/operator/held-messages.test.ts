import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { passwordChanged } from '#features/accounts/server/send-account-letters.ts';
import { rememberLiveDatabase } from '#platform/server/live-database.ts';
import { putInOutbox } from '#platform/server/outbox/put-in-outbox.ts';
import { makeBuyer } from '#tests/factories/people.ts';
import { givenMarket, market } from '#tests/setup/each-test.ts';
import { operatorOf } from '#tests/setup/operator.ts';
import { rowsOf } from '#tests/setup/rows.ts';

const DAY = 24 * 3600;
const run = (...words: string[]) => operatorOf(market).run(...words);
const put = async (userId: number) =>
  putInOutbox(market.db, passwordChanged({ userId }), market.services.clock());
const ids = async () =>
  (await rowsOf(market.db, sql`select id from outbox_messages order by id`)).map(({ id }) => id);

/** The mail server was down for a day, and has just come back. */
givenMarket();
beforeEach(async () => {
  await rememberLiveDatabase(market.db, market.services);
  const { id } = await makeBuyer(market);
  market.mailbox.length = 0;
  market.outage.mail = true;
  for (let letter = 0; letter < 2; letter++) await put(id);
  await market.workThroughOutbox();
  market.advance(DAY);
  await put(id);
  market.outage.mail = false;
  await market.workThroughOutbox();
});

test('day-old letters are held, and listed with what they are about; newer ones go out', async () => {
  expect(market.mailbox).toHaveLength(1);
  market.advance(3600);
  await market.workThroughOutbox();
  expect(market.mailbox).toHaveLength(1);
  const [first, second] = await ids();
  expect((await run('outgoing')).text).toContain('More than a day old: 2.');
  const { text } = await run('outgoing', 'held');
  expect(text).toMatch(
    new RegExp(`${first}\\s+passwordChanged\\s+{"userId":\\d+}\\s+2026-03-02T06:00:00Z`),
  );
  expect(text).toMatch(new RegExp(`^${second} `, 'm'));
});

test('day-old letters go out once the operator releases them, one or all, with the reason in the log', async () => {
  const [first] = await ids();
  const release = async (which: unknown, ...reason: string[]) => {
    const { isDone } = await run('outgoing', 'release', String(which), ...reason);
    await market.workThroughOutbox();
    return [isDone, market.mailbox.length];
  };
  expect(await release(first)).toEqual([false, 1]);
  expect(await release(first, '--reason', 'Still true')).toEqual([true, 2]);
  expect(await release('all', '--reason', 'All of them')).toEqual([true, 3]);
  expect(await operatorOf(market).logged()).toMatchObject([
    { action: 'outgoing release', details: { message: first, reason: 'Still true', number: 1 } },
    { action: 'outgoing release', details: { message: 'all', number: 1 } },
  ]);
});

test('day-old letters never go out if the operator drops them', async () => {
  await run('outgoing', 'drop', 'all', '--reason', 'Too late');
  await market.workThroughOutbox();
  expect(market.mailbox).toHaveLength(1);
  expect(await ids()).toEqual([]);
  expect(await run('outgoing', 'drop', 'all', '--reason', 'Again')).toEqual({
    isDone: false,
    text: 'No such message is held.',
  });
});

test('day-old letters lapse three days after their event', async () => {
  market.advance(2 * DAY);
  expect((await run('outgoing', 'held')).text).toBe('No message is held.');
});
