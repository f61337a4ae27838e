import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Connection } from '#server/database.ts';
import { nameLiveDatabase } from '#server/db/live-database-queries.ts';
import { startBackups } from './backups.ts';
import { checkSettled, checkSteps, compareBooks } from './books.ts';
import { checkEverything, checkOrders, checkOutbox } from './invariants.ts';
import { outside } from './isolation.ts';
import { countLotEnds } from './lot-ends.ts';
import { startAccountLife } from './people/account-life.ts';
import { startFarmLife } from './people/farm-life.ts';
import { startLots } from './people/lot-life.ts';
import { startOperator } from './people/operator-life.ts';
import { startOrderLife } from './people/order-life.ts';
import { makePeople } from './people/people.ts';
import { startPinLife } from './people/pin-life.ts';
import { startPreOrders } from './people/pre-order-life.ts';
import { startRogueOperator } from './people/rogue-operator.ts';
import { startShopping } from './people/shopping.ts';
import { startStandingOrders } from './people/standing-orders.ts';
import { emptyTables, listTables, readRows } from './read-rows.ts';
import { runQuickRound, startRounds } from './rounds.ts';
import { openServers } from './servers.ts';
import { followOrder } from './story.ts';
import { createWorld, DAY, FIRST_MOMENT, HOUR, type Options, Violation } from './world.ts';

export type Result = {
  hash: string;
  events: number;
  orders: number;
  lots: Record<string, number>;
  sums: Record<string, number>;
  violation?: { rule: string; message: string; day: number };
};

const SETTLING_DAYS = 2;
const ATTENTIVE = 0.3;

export async function runSeed(connection: Connection, options: Options): Promise<Result> {
  const { db } = connection;
  await emptyTables(db);
  const world = createWorld(options);
  await nameLiveDatabase(db, { paysOut: true, now: world.now() });
  const servers = await openServers(world, connection);
  const people = await makePeople(world, db, options);
  const rounds = startRounds(world, servers);
  const life = startOrderLife(world, servers, rounds);
  let isMarketOpen = true;
  const isOpen = () => isMarketOpen;
  const farms = startFarmLife(world, servers, people);
  const shopping = startShopping(world, servers, { people, life, isOpen });
  const standing = startStandingOrders(world, servers, { people, life, isOpen });
  startPreOrders(world, servers, { people, life, isOpen });
  startLots(world, servers, { people, learn: standing.learn, isOpen });
  const accounts = startAccountLife(world, servers, { people, farms, shopping, isOpen });
  const operator = startOperator(world, servers, { people, accounts });
  const rogue = startRogueOperator(world, servers, { people, rounds, isOpen });
  startPinLife(world, servers, { people, operator, isOpen });
  startBackups(world, servers, { people, life, operator });

  const attention = world.chance('attention');
  const { traced } = options;
  const follow = typeof traced === 'number' ? followOrder(world, db, traced) : async () => {};
  const afterEach = async () => {
    for (const prompt of servers.network.newPrompts()) if (!rogue.rang(prompt)) life.rang(prompt);
    if (attention.isTrue(ATTENTIVE)) await runQuickRound(world, servers);
    await servers.settle();
    await follow();
    await checkOrders(db, world.touched);
    world.touched.clear();
  };
  let sums: Record<string, number> = {};
  const runDay = async (day: number) => {
    await world.runUntil(FIRST_MOMENT + day * DAY * 1000, afterEach);
    await checkEverything(db);
    await checkSteps(servers);
    // On a copy messages wait, and what is pending then goes out within hours.
    const hours = servers.network.standing.isLive ? 3 : 24;
    await checkOutbox(db, new Date(outside.now - hours * HOUR * 1000));
    sums = await compareBooks(servers, operator);
  };
  let day = 0;
  const finish = async (violation?: Result['violation']): Promise<Result> => ({
    hash: createHash('sha256')
      .update(world.traceHash() + (await hashRows(db)))
      .digest('hex')
      .slice(0, 16),
    events: world.events,
    orders: life.orders.size,
    lots: await countLotEnds(db),
    sums,
    ...(violation && { violation }),
  });
  try {
    while (day < options.days) await runDay(++day);
    isMarketOpen = false;
    world.areFaultsOver = true;
    await standing.end();
    while (day < options.days + SETTLING_DAYS) await runDay(++day);
    await checkSettled(servers, world.now());
    return await finish();
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    return finish({ rule: error.rule, message: error.message, day: Math.max(1, day) });
  }
}

const hashRows = (db: Database) => db.transaction(hashTables);

async function hashTables(db: Database): Promise<string> {
  const hash = createHash('sha256');
  // Moments are read as text, whatever the server's own time zone is.
  await db.execute(sql`set local timezone to 'UTC'`);
  for (const { name } of await listTables(db)) {
    if (name === 'paying_database') continue;
    const [row] = await readRows<{ hash: string }>(
      db,
      `select coalesce(md5(string_agg(row::text, chr(10) order by row::text collate "C")), '') as hash from ${name} row`,
    );
    hash.update(`${name} ${row?.hash}\n`);
  }
  return hash.digest('hex');
}
