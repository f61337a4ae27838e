import {
  command,
  db,
  dumpDatabase,
  givenMarket,
  makeBuyer,
  operate,
  sql,
} from '#tests/setup/in-market.ts';

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
  const before = await dumpDatabase();
  const { isDone, text } = await command(...typed.split(' '));
  expect(isDone).toBe(false);
  expect(text).toMatch(/^(--)?[A-Za-z].{10,}/);
  expect(await dumpDatabase()).toBe(before);
});

test('`log verify` says what it found, and fails if something is wrong', async () => {
  const { email } = await makeBuyer();
  await operate('suspend', { account: email, reason: 'x' });
  expect(await command('log', 'verify')).toMatchObject({ isDone: true });
  await db.execute(sql`update operator_actions set action = 'hide'`);
  expect(await command('log', 'verify')).toEqual({
    isDone: false,
    text: 'The log was changed: row 1 does not fit the one before it.',
  });
});
