import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { reportSimChange } from '#accounts/server/phone-line.ts';
import { apiKeys, sessions } from '#accounts/server/tables/sessions.ts';
import { phoneLines, users } from '#accounts/server/tables/users.ts';
import { findNumberFacts } from '#accounts/server/trust-in-number.ts';
import { operators } from '#operator/server/tables.ts';
import { liveDatabase } from '#server/tables.ts';
import {
  advance,
  buyer,
  caller,
  command,
  db,
  eq,
  givenTrade,
  makeOperator,
  now,
  outcomeOf,
  PASSWORD,
  services,
  setUser,
  sql,
} from '#tests/setup/in-market.ts';
import { dataFolder } from '#tests/setup/photo-folder.ts';

const file = () => join(dataFolder, 'ended-access.jsonl');
const newPassword = 'Mavuno-mapya-2026';

givenTrade();
beforeEach(async () => {
  await rm(file(), { force: true });
  const { endedAccess, passwords, clock } = services;
  await endedAccess.begin(clock());
  await setUser(buyer.id, { passwordHash: await passwords.hash(PASSWORD, 'test') });
});

async function endAndRestore(end: () => Promise<unknown>) {
  const backup = {
    sessions: await db.select().from(sessions),
    keys: await db.select().from(apiKeys),
    user: (await db.select().from(users).where(eq(users.id, buyer.id)))[0],
    operators: await db.select().from(operators),
  };
  advance(1);
  await end();
  await db.delete(sessions);
  await db.delete(apiKeys);
  if (!backup.user) throw new Error('The buyer has no account');
  const { id, ...user } = backup.user;
  await db
    .insert(users)
    .overridingSystemValue()
    .values({ id, ...user })
    .onConflictDoUpdate({ target: users.id, set: user });
  if (backup.sessions.length > 0)
    await db.insert(sessions).overridingSystemValue().values(backup.sessions);
  if (backup.keys.length > 0) await db.insert(apiKeys).overridingSystemValue().values(backup.keys);
  for (const { id, ...operator } of backup.operators)
    await db.update(operators).set(operator).where(eq(operators.id, id));
  await db.delete(liveDatabase);
}
const enable = async () => (await command('outgoing', 'enable')).text;
const isLoggedIn = async () => (await outcomeOf(caller(buyer).auth.sessions())) !== 'NOT_LOGGED_IN';

test('A144: a session that was ended after the backup ends again when the copy becomes live', async () => {
  await endAndRestore(() => caller(buyer).auth.logout());
  expect(await isLoggedIn()).toBe(true);
  expect(await enable()).toContain('ended again');
  expect(await isLoggedIn()).toBe(false);
});

test('A144: a file that was begun after the backup proves nothing: every session ends', async () => {
  await endAndRestore(async () => {
    await rm(file());
    await services.endedAccess.begin(now());
  });
  expect(await enable()).toContain('newer than the backup');
  expect(await isLoggedIn()).toBe(false);
});

test('A144: a changed password, a suspension and a closed operator hold in the restored copy', async () => {
  await makeOperator({ name: 'amina' });
  await makeOperator({ name: 'juma', role: 'lead' });
  await endAndRestore(async () => {
    await caller(buyer).auth.changePassword({ currentPassword: PASSWORD, newPassword });
    const { endAccess, endedAccess, clock } = services;
    await endAccess(db, { userId: buyer.id, isSuspended: true }, clock());
    await endedAccess.record({ operator: 'amina', isClosed: true }, clock());
  });
  await enable();
  const [user] = await db.select().from(users).where(eq(users.id, buyer.id));
  expect(user?.suspendedAt).not.toBeNull();
  const { passwords } = services;
  expect(await passwords.isRight(PASSWORD, user?.passwordHash ?? null, 'test')).toBe(false);
  const [amina] = await db.select().from(operators).where(eq(operators.name, 'amina'));
  expect(amina?.closedAt).not.toBeNull();
  expect(await isLoggedIn()).toBe(false);
});

test('A144: a lower role, a reported SIM and the password of a deleted account hold in it', async () => {
  await makeOperator({ name: 'amina', role: 'lead' });
  await db.update(operators).set({ passwordHash: 'hash' });
  await setUser(buyer.id, { phoneVerifiedAt: now() });
  const { endAccess, endedAccess, passwords, clock } = services;
  await endAndRestore(async () => {
    await endedAccess.record({ operator: 'amina', role: 'support' }, clock());
    await reportSimChange(db, { userId: buyer.id, sessionId: null }, { now: clock(), endAccess });
    const [user] = await db.select().from(users).where(eq(users.id, buyer.id));
    await endAccess(
      db,
      { userId: buyer.id, formerPasswordHash: user?.passwordHash ?? '' },
      clock(),
    );
    await db.delete(phoneLines);
  });
  await enable();
  const [amina] = await db.select().from(operators).where(eq(operators.name, 'amina'));
  expect(amina).toMatchObject({ role: 'support', passwordHash: 'hash' });
  const facts = await findNumberFacts(db, buyer.id);
  expect(facts.simChangedAt).not.toBeNull();
  const [user] = await db.select().from(users).where(eq(users.id, buyer.id));
  expect(await passwords.isRight(PASSWORD, user?.passwordHash ?? null, 'test')).toBe(false);
});

test('A144: an account that was deleted after the backup is suspended in it', async () => {
  await endAndRestore(() => caller(buyer).auth.deleteAccount({ password: PASSWORD }));
  await enable();
  const [user] = await db.select().from(users).where(eq(users.id, buyer.id));
  expect(user?.suspendedAt).not.toBeNull();
  expect(await isLoggedIn()).toBe(false);
});

test('A144: a line does not suspend a user who has got the same id since', async () => {
  const { endedAccess, clock } = services;
  await endedAccess.record({ userId: buyer.id, isSuspended: true }, clock());
  advance(1);
  await setUser(buyer.id, { createdAt: clock() });
  await db.delete(liveDatabase);
  await enable();
  const [user] = await db.select().from(users).where(eq(users.id, buyer.id));
  expect(user?.suspendedAt).toBeNull();
});

test('A144: what the backup contains changes nothing when the file is read again', async () => {
  await caller(buyer).auth.changePassword({ currentPassword: PASSWORD, newPassword });
  await db.delete(liveDatabase);
  await enable();
  expect(await isLoggedIn()).toBe(false);
  const [user] = await db.select().from(users).where(eq(users.id, buyer.id));
  const { passwords } = services;
  expect(await passwords.isRight(newPassword, user?.passwordHash ?? null, 'test')).toBe(true);
  expect(await readFile(file(), 'utf8')).not.toContain(user?.passwordHash);
});

test('A144: without the file all sessions, keys and logins of operators end', async () => {
  const operator = await makeOperator({ name: 'amina' });
  await db.update(operators).set({ passwordHash: 'hash' });
  await db.delete(liveDatabase);
  await rm(file());
  expect(await enable()).toContain('ended-access.jsonl is missing');
  expect(await isLoggedIn()).toBe(false);
  expect(await db.$count(operators, sql`password_hash is not null`)).toBe(0);
  expect(await outcomeOf(caller(operator).desk.entry.me())).toBe('NOT_LOGGED_IN');
});
