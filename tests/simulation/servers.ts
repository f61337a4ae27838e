import { openSession } from '#accounts/server/manage-sessions.ts';
import type { PasswordHasher } from '#accounts/server/passwords.ts';
import { simulatedAccount } from '#demo/daraja-endpoints.ts';
import { simulatedSmsAccount } from '#demo/simulated-sms.ts';
import type { Caller } from '#platform/contract.ts';
import { createDaraja } from '#server/adapters/daraja.ts';
import { createSms } from '#server/adapters/sms.ts';
import type { Connection } from '#server/database.ts';
import { describeError, isUnforeseen } from '#server/http/rest.ts';
import {
  holdMails,
  holdPushes,
  holdSms,
  type LiveDatabase,
  watchLiveDatabase,
} from '#server/live-database.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { emptyPhotoFolder } from '#tests/setup/photo-folder.ts';
import { type Condition, failingConnection, isSimulated } from './faults.ts';
import { outside } from './isolation.ts';
import { createNetwork, DARAJA, SMS } from './network.ts';
import { HOUR, Violation, type World } from './world.ts';

export type Server = {
  name: string;
  market: Market;
  condition: Condition;
  live: LiveDatabase;
  skew: number;
};

export type User = {
  id: number;
  name: string;
  role: Role;
  email: string | null;
  phoneNumber: string;
  token: string | null;
  isGone?: boolean;
};
export const PASSWORD = 'Mavuno2026';

export type Outcome<T> =
  | { isDone: true; value: T }
  | { isDone: false; code: string; facts: Record<string, unknown> };

type Act = {
  orders?: readonly number[];
  key?: string | undefined;
  server?: Server;
};

export async function openServers(world: World, connection: Connection) {
  const random = world.chance('servers');
  const all: Server[] = [];
  const pick = () => random.pick(all);
  const network = createNetwork(world, (path, body) => post(path, body));

  async function start(name: string): Promise<Server> {
    const condition: Condition = { isDead: false, strike: null, struck: null };
    const market = await makeMarket(failingConnection(connection, condition), {
      keepsFiles: true,
    });
    const clock = () => new Date(outside.now + server.skew * 1000);
    const live = watchLiveDatabase(market.db, { clock, log: market.services.log });
    const server: Server = { name, market, condition, live, skew: 0 };
    Object.assign(market.services, {
      clock,
      passwords: simulatedPasswords,
      mailer: holdMails(network.mailer, live),
      webPush: holdPushes(network.webPush, live),
      mpesa: createDaraja({
        ...simulatedAccount,
        baseUrl: `https://${DARAJA}`,
        callbackBase: 'https://market.simulated',
        clock,
      }),
      sms: holdSms(createSms({ ...simulatedSmsAccount, baseUrl: `https://${SMS}` }), live),
    });
    return server;
  }

  async function post(path: string, body: unknown): Promise<string> {
    const { market } = pick();
    const isForm = body instanceof URLSearchParams;
    const response = await market.request(path, {
      method: 'POST',
      body: isForm ? body.toString() : body,
      headers: {
        'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
      },
    });
    return response.text();
  }

  async function visit<T>(
    { name, phoneNumber }: Pick<User, 'name' | 'phoneNumber'>,
    what: string,
    call: (caller: Caller) => Promise<T>,
  ): Promise<Outcome<T>> {
    const clientAddress = `2c0f:fe38:${phoneNumber.slice(-6, -3)}:${phoneNumber.slice(-3)}::1`;
    const outcome = await tried(() => call(pick().market.caller({ clientAddress })));
    world.tell(`${name} ${what}${endOf(outcome)}`);
    return outcome;
  }

  async function logIn(user: User): Promise<boolean> {
    const { role, email, phoneNumber } = user;
    const address = email === null ? { phoneNumber } : { email };
    const asked = await visit(user, 'gives the password', async (caller) => {
      const { verifyBuyerCredentials, verifyFarmerCredentials } = caller.auth;
      const verify = role === 'buyer' ? verifyBuyerCredentials : verifyFarmerCredentials;
      await verify({ ...address, password: PASSWORD });
      await caller.otp.send({ ...address, purpose: 'login' });
    });
    const otp = asked.isDone ? network.readCode(email ?? phoneNumber) : null;
    if (!otp) return false;
    const entered = await visit(user, 'enters the code', (caller) =>
      caller.otp.verify({ ...address, otp, purpose: 'login', rememberMe: true }),
    );
    if (!entered.isDone || entered.value.outcome !== 'sessionOpened') return false;
    Object.assign(user, { id: entered.value.user.id, token: entered.value.token });
    return true;
  }

  async function act<T>(
    user: User,
    what: string,
    call: (caller: Caller) => Promise<T>,
    { orders = [], key, server = pick() }: Act = {},
  ): Promise<Outcome<T>> {
    if (user.isGone) return { isDone: false, code: 'GONE', facts: {} };
    user.token ??= await openSession(
      connection.db,
      { userId: user.id, isRemembered: true, device: '' },
      world.now(),
    );
    const press = () =>
      tried(() => call(server.market.caller({ token: user.token ?? '', idempotencyKey: key })));
    let outcome = await press();
    if (!outcome.isDone && outcome.code === 'NOT_LOGGED_IN' && (await logIn(user)))
      outcome = await press();
    world.tell(`${user.name} ${what}${endOf(outcome)}`, orders);
    return outcome;
  }

  async function settle() {
    for (const [at, server] of all.entries()) {
      checkLog(server);
      const { condition, name } = server;
      if (condition.struck) {
        const { kind, place } = condition.struck;
        const where = place === 'commit' ? 'after a commit' : `${place} a statement`;
        world.tell(`Server ${name}: ${kind} ${where}.`, [...world.touched]);
        condition.struck = null;
      }
      if (condition.isDead) all[at] = await start(name);
      else if (world.isFaulty('clock', 0.001)) jump(server);
    }
    const [kinds, chance] = [world.chance('strikes'), pick().condition];
    const isDeath = world.isFaulty('death', 0.006);
    if (!isDeath && !world.isFaulty('database', 0.01)) return;
    chance.strike ??= {
      kind: isDeath ? 'death' : kinds.pick(['deadlock', 'lost']),
      place: kinds.pick(['before', 'after', 'commit']),
      spared: kinds.between(0, 25),
    };
  }

  function jump(server: Server) {
    server.skew = world.chance('clock').between(-120, 600);
    world.tell(`The clock of server ${server.name} is ${server.skew} s ahead.`);
    world.after(6 * HOUR, async () => {
      server.skew = 0;
    });
  }

  const restart = async () => void all.splice(0, all.length, await start('A'), await start('B'));

  emptyPhotoFolder();
  await restart();
  return { all, pick, act, visit, logIn, post, settle, restart, network, connection };
}

export type Servers = Awaited<ReturnType<typeof openServers>>;

const hashOf = (password: string) => `simulated ${password}`;
const simulatedPasswords: PasswordHasher = {
  hash: async (password) => hashOf(password),
  isRight: async (password, passwordHash) => passwordHash === hashOf(password),
};
export const PASSWORD_HASH = hashOf(PASSWORD);

const endOf = (outcome: Outcome<unknown>) => (outcome.isDone ? '.' : `, but: ${outcome.code}.`);

export async function tried<T>(call: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { isDone: true, value: await call() };
  } catch (error) {
    if (error instanceof Violation) throw error;
    const { code, facts = {} } = describeError(error, 'en');
    if (isSimulated(error)) return { isDone: false, code: 'FAILED', facts };
    if (isUnforeseen(error)) throw new Violation('no call fails unexpectedly', textOf(error));
    return { isDone: false, code, facts };
  }
}

const textOf = (error: unknown): string =>
  error instanceof Error
    ? `${error.message}${error.cause ? ` <- ${textOf(error.cause)}` : ''}`
    : String(error);

const UNEXPECTED = /"level":50|the clock of lots could not go on/;
const SIMULATED =
  /the process (is dead|died)|deadlock detected|the connection was lost|the transaction is aborted/;

function checkLog({ market: { logged, mailbox } }: Server) {
  for (const line of logged)
    if (UNEXPECTED.test(line) && !SIMULATED.test(line))
      throw new Violation('the application logs no error', line.slice(0, 600));
  logged.length = 0;
  mailbox.length = 0;
}
