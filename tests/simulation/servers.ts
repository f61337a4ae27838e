import type { Caller } from '#app/server/app-router.ts';
import { simulatedAccount } from '#demo/mpesa/daraja-endpoints.ts';
import { simulatedSmsAccount } from '#demo/sms/simulated-sms.ts';
import { openSession } from '#features/accounts/server/sessions/open-session.ts';
import { createDaraja } from '#platform/server/adapters/daraja/daraja.ts';
import { createSms } from '#platform/server/adapters/sms.ts';
import type { Connection } from '#platform/server/db/database.ts';
import { describeError, isUnforeseen } from '#platform/server/http/describe-error.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { type Condition, failingConnection, isSimulated } from './faults.ts';
import { outside } from './isolation.ts';
import { createNetwork, DARAJA, SMS } from './network.ts';
import { HOUR, Violation, type World } from './world.ts';

/*
 * Two server processes on one database: the real application with its real adapters. One that dies
 * comes back with new services, and knows only what is in the database.
 */

export type Server = {
  name: string;
  market: Market;
  condition: Condition;
  /** How far its clock is ahead, in seconds. */
  skew: number;
};

/** A person who calls procedures. */
export type User = { id: number; name: string; token: string | null };

/** How a call ended. `code`: that of its error, FAILED for a simulated failure. */
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
    const market = await makeMarket(failingConnection(connection, condition));
    const server: Server = { name, market, condition, skew: 0 };
    const clock = () => new Date(outside.now + server.skew * 1000);
    Object.assign(market.services, {
      clock,
      mailer: network.mailer,
      webPush: network.webPush,
      mpesa: createDaraja({
        ...simulatedAccount,
        baseUrl: `https://${DARAJA}`,
        callbackBase: 'https://market.simulated',
        clock,
      }),
      sms: createSms({ ...simulatedSmsAccount, baseUrl: `https://${SMS}` }),
    });
    return server;
  }

  /** A call from outside. It is lost if the server dies, as it would be if nobody listened. */
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

  /** Somebody calls a procedure on one of the servers. */
  async function act<T>(
    user: User,
    what: string,
    call: (caller: Caller) => Promise<T>,
    { orders = [], key, server = pick() }: Act = {},
  ): Promise<Outcome<T>> {
    user.token ??= await openSession(
      connection.db,
      { userId: user.id, isRemembered: true, device: '' },
      world.now(),
    );
    const outcome = await tried(() =>
      call(server.market.caller({ token: user.token ?? '', idempotencyKey: key })),
    );
    if (!outcome.isDone && outcome.code === 'NOT_LOGGED_IN') {
      user.token = null;
      return act(user, what, call, { orders, key, server });
    }
    world.tell(`${user.name} ${what}${outcome.isDone ? '.' : `, but: ${outcome.code}.`}`, orders);
    return outcome;
  }

  /** After each event: dead servers come back, and the next failure is chosen. */
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

  all.push(await start('A'), await start('B'));
  return { all, pick, act, post, settle, network, connection };
}

export type Servers = Awaited<ReturnType<typeof openServers>>;

/** Runs a call. An error that the catalogue does not foresee violates a promise, unless simulated. */
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

const ERROR_LEVEL = '"level":50';
const SIMULATED =
  /the process (is dead|died)|deadlock detected|the connection was lost|the transaction is aborted/;

/** What the application itself calls an error. */
function checkLog({ market: { logged, mailbox } }: Server) {
  for (const line of logged)
    if (line.includes(ERROR_LEVEL) && !SIMULATED.test(line))
      throw new Violation('the application logs no error', line.slice(0, 600));
  logged.length = 0;
  mailbox.length = 0;
}
