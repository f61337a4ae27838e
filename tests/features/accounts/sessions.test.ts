import { sha256 } from '#server/hashes.ts';
import {
  advance,
  caller,
  countRows,
  DAY,
  db,
  givenMarket,
  HOUR,
  logIn,
  makeBuyer,
  makeSession,
  makeTestBuyer,
  outcomeOf,
  PASSWORD,
  request,
  sql,
} from '#tests/setup/in-market.ts';

givenMarket();
const isOpen = async (token: string) =>
  (await outcomeOf(caller({ token }).buyer.profile())) === 'accepted';

const open = async (isRemembered: boolean) => makeSession(await makeTestBuyer(), isRemembered);

async function lifeOf(token: string, everySeconds: number): Promise<number> {
  for (let seconds = 0; ; seconds += everySeconds) {
    if (!(await isOpen(token))) return seconds;
    advance(everySeconds);
  }
}

test.each([
  [false, HOUR, 12 * HOUR],
  [true, DAY, 30 * DAY],
])(
  'a session in steady use (remembered: %s) ends at its absolute limit',
  async (remembered, every, end) => {
    expect(await lifeOf(await open(remembered), every)).toBe(end);
  },
);

test.each([
  [false, 4 * HOUR],
  [true, 14 * DAY],
])('an unused session (remembered: %s) ends at its idle limit', async (remembered, end) => {
  const token = await open(remembered);
  advance(end - 1);
  expect(await isOpen(token)).toBe(true);
  advance(end);
  expect(await isOpen(token)).toBe(false);
});

test('a session ends when the account is suspended', async () => {
  const token = await open(false);
  await db.execute(sql`update users set suspended_at = now()`);
  expect(await isOpen(token)).toBe(false);
});

test('A12: a session ended by logging out is ended on the server, and the others continue', async () => {
  const { token, email } = await makeBuyer();
  await logIn({ email, password: PASSWORD, role: 'buyer' });
  const logOut = async () => (await request('/api/auth/logout', { token, method: 'POST' })).status;
  expect(await logOut()).toBe(200);
  expect(await isOpen(token)).toBe(false);
  expect(await countRows('sessions')).toBe(1);
  expect(await logOut()).toBe(401);
});

test('a session can be ended with the hash of its token, which is good for nothing else', async () => {
  const token = await open(false);
  const tokenHash = sha256(token);
  expect(await isOpen(tokenHash)).toBe(false);
  await caller().auth.endSession({ tokenHash: sha256('another') });
  expect(await isOpen(token)).toBe(true);
  await caller().auth.endSession({ tokenHash });
  expect(await isOpen(token)).toBe(false);
  await caller().auth.endSession({ tokenHash });
});

const profile = '/api/buyer/profile';
test('a session is not opened by a token in the URL or a cookie, another scheme, half a token or none', async () => {
  const token = await open(false);
  const tries: [query: string, headers: Record<string, string>][] = [
    [`?token=${token}&authorization=Bearer%20${token}`, {}],
    ['', { cookie: `token=${token}; authToken=${token}` }],
    ['', { authorization: `Basic ${token}` }],
    ['', { authorization: `Bearer ${token.slice(0, 30)}` }],
    ['', { authorization: 'Bearer' }],
  ];
  for (const [query, headers] of tries)
    expect((await request(`${profile}${query}`, { headers })).status).toBe(401);
});
