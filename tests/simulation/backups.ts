/*
 * The database is lost, and the backup of the night before takes its place. The world outside has
 * gone on in the meantime: M-Pesa, SMS, mails, and what people know. Rows are copied as pg_dump
 * does it, so the restored database is not the live one until the operator says so.
 */

import { sha256 } from '#server/hashes.ts';
import type { Operator } from './people/operator-life.ts';
import type { OrderLife } from './people/order-life.ts';
import type { People } from './people/people.ts';
import { emptyTables, listTables, readRows } from './read-rows.ts';
import type { Servers } from './servers.ts';
import { DAY, HOUR, type World } from './world.ts';

type Outside = { people: People; life: OrderLife; operator: Operator };

export function startBackups(world: World, servers: Servers, { people, life, operator }: Outside) {
  const random = world.chance('backups');
  const { connection, network } = servers;
  const { db } = connection;

  async function run(statement: string) {
    await readRows(db, statement);
  }

  async function copy() {
    await run('drop schema if exists backup cascade');
    await run('create schema backup');
    for (const { name } of await listTables(db))
      await run(`create table backup.${name} as table public.${name}`);
    await run(`create table backup."sequences of all tables" as
      select quote_ident(sequencename) as name, last_value from pg_sequences where schemaname = 'public'`);
    world.tell('The database is backed up.', [...life.orders.keys()]);
  }

  async function restore() {
    await db.transaction(async (tx) => {
      const keys = await readRows<Record<'at' | 'name' | 'definition', string>>(
        tx,
        `select conrelid::regclass::text as at, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
          from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`,
      );
      for (const { at, name } of keys)
        await readRows(tx, `alter table ${at} drop constraint ${name}`);
      await emptyTables(tx);
      for (const { name } of await listTables(tx)) {
        const [{ columns = '' } = {}] = await readRows<{ columns: string }>(
          tx,
          `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
            where attrelid = 'public.${name}'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
        );
        await readRows(
          tx,
          `insert into public.${name} (${columns}) overriding system value select ${columns} from backup.${name}`,
        );
      }
      for (const { at, name, definition } of keys)
        await readRows(tx, `alter table ${at} add constraint ${name} ${definition}`);
      await readRows(
        tx,
        `select setval('public.' || name, coalesce(last_value, 1), last_value is not null) from backup."sequences of all tables"`,
      );
    });
    Object.assign(network.standing, { isLive: false, paysOut: false });
    network.restoredAt = world.now();
    await servers.restart();
    world.tell('The database is lost, and the backup takes its place.', [...life.orders.keys()]);
    await forget();
    world.after(random.between(HOUR, 8 * HOUR), makeLive);
  }

  async function forget() {
    const tokens = new Set(
      (await readRows<{ hash: string }>(db, 'select token_hash as hash from payment_attempts')).map(
        ({ hash }) => hash,
      ),
    );
    for (const { checkoutRequestId, callbackUrl } of network.mpesa.prompts)
      if (!tokens.has(sha256(callbackUrl.split('/').at(-1) ?? '')))
        network.unknown.add(checkoutRequestId);
    const orders = await readRows<{ id: number }>(db, 'select id from orders');
    const known = new Set(orders.map(({ id }) => id));
    for (const { originatorConversationId: id, remarks } of network.mpesa.payouts)
      if (!known.has(Number(/\d+/.exec(remarks)?.[0]))) network.forgotten.add(id);
    for (const id of life.orders.keys()) if (!known.has(id)) life.orders.delete(id);
    await forgetPeople();
  }

  async function forgetPeople() {
    const rows = await readRows<{ id: number; name: string; phone: string }>(
      db,
      'select id, first_name as name, phone_number as phone from users',
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const person of [...people.farmers, ...people.buyers]) {
      const row = byId.get(person.id);
      if (row && person.name.startsWith(`${row.name} (`)) person.phoneNumber = row.phone;
      else person.isGone = true;
    }
    people.farmers = people.farmers.filter(({ isGone }) => !isGone);
    people.buyers = people.buyers.filter(({ isGone }) => !isGone);
  }

  async function makeLive() {
    network.standing.isLive = true;
    if (!(await operator.act('enableOutgoing', {}))) return retry();
    await operator.act('dropMessages', { message: 'all', reason: 'too old' });
    await recordPayouts();
    network.standing.paysOut = true;
    if (!(await operator.act('enablePayouts', {}))) return retry();
  }
  const retry = () => world.after(HOUR, makeLive);

  async function recordPayouts() {
    const due = await readRows<{ id: number; order: number; remarks: string }>(
      db,
      `select id, order_id as order, case when payment_id is null then 'Order ' else 'Refund of order ' end || order_id as remarks
        from payouts where status = 'due' order by id`,
    );
    for (const { id, order, remarks } of due) {
      const arrived = network.mpesa.payouts.find((one) => one.isPaid && one.remarks === remarks);
      if (!arrived || network.forgotten.has(arrived.originatorConversationId)) continue;
      const paid = { payoutId: id, receipt: arrived.transactionId };
      await operator.act('payoutPaid', paid, { orderIds: [order] });
    }
  }

  async function everyNight() {
    if (world.areFaultsOver) return;
    world.after(DAY, everyNight);
    if (!network.standing.paysOut || !world.isFaulty('backup', 0.06)) return;
    await copy();
    world.after(random.between(HOUR, 20 * HOUR), restore);
  }
  world.after(17 * HOUR, everyNight);
}
