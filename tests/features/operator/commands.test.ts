import { sql } from 'drizzle-orm';
import { command, operateIn } from '#tests/factories/operators.ts';
import { givenMarket, makeBuyer, market } from '#tests/setup/in-market.ts';
import { dumpDatabase } from '#tests/setup/rows.ts';

givenMarket();

test.each([
  'constructor',
  'log',
  'suspend a@b.example --reason x',
  'invite amina --role lead --email a@b.example',
  'invite amina --role owner --email a@b.example --reason x',
  'invite --role lead --email a@b.example --reason x',
  'approve 1e3',
  'prices import',
  'log verify --force',
])('the command `%s` is refused with a sentence, and changes nothing', async (typed) => {
  const before = await dumpDatabase(market.db);
  const { isDone, text } = await command(market, ...typed.split(' '));
  expect(isDone).toBe(false);
  expect(text).toMatch(/^(--)?[A-Za-z].{10,}/);
  expect(await dumpDatabase(market.db)).toBe(before);
});

test('`log verify` says what it found, and fails if something is wrong', async () => {
  const { email } = await makeBuyer();
  await operateIn(market, 'suspend', { account: email, reason: 'x' });
  expect(await command(market, 'log', 'verify')).toMatchObject({ isDone: true });
  await market.db.execute(sql`update operator_actions set action = 'hide'`);
  expect(await command(market, 'log', 'verify')).toEqual({
    isDone: false,
    text: 'The log was changed: row 1 does not fit the one before it.',
  });
});
