import { connectPostgres } from '#server/db/connect-postgres.ts';
import { databaseRefusal } from '#server/db/deadlines.ts';
import { databaseUrl } from '#tests/setup/postgres-template.ts';
import { closedPort } from '#tests/setup/servers/closed-port.ts';
import { isOnPostgres, testDatabaseUrl } from '#tests/setup/test-database.ts';

const refusalOf = async (url: string) => {
  const error: unknown = await connectPostgres(url).then(
    ({ close }) => close(),
    (reason: unknown) => reason,
  );
  return databaseRefusal(error);
};

test('a database that cannot be reached is one sentence', async () => {
  const url = `postgres://soko:secret@localhost:${await closedPort()}/soko`;
  const sentence = await refusalOf(url);
  expect(sentence).toMatch(/^The database of DATABASE_URL cannot be used: .*ECONNREFUSED.*\.$/);
  expect(sentence).not.toContain('secret');
});

test.runIf(isOnPostgres)('a missing database and a refused user are one sentence', async () => {
  expect(await refusalOf(databaseUrl(testDatabaseUrl(), 'nowhere'))).toBe(
    'The database of DATABASE_URL cannot be used: database "nowhere" does not exist.',
  );
  const url = new URL(testDatabaseUrl());
  Object.assign(url, { username: 'nobody', password: 'secret' });
  const sentence = await refusalOf(url.href);
  expect(sentence).toMatch(/^The database of DATABASE_URL cannot be used: .*"nobody".*\.$/);
  expect(sentence).not.toContain('secret');
});

test('any other error is not explained', () => {
  expect(databaseRefusal(new TypeError('x is not a function'))).toBeNull();
});
