import { readRows } from './read-rows.ts';
import type { World } from './world.ts';

const sentencesOf = (orderId: number) => `
  select 'event ' || id as key, id, case subject when 'status' then 'The order' else 'Its payment' end
      || ' is ' || replace(to_status, '_', ' ') || ', by ' || case actor when 'mpesa' then 'M-Pesa' else 'the ' || actor end
      || coalesce(' (' || reason || ')', '') as said
    from order_events where order_id = ${orderId}
  union all select 'request ' || id, id, 'The request for KES ' || amount_cents / 100 || ' is ' || status
    from payment_attempts where order_id = ${orderId}
  union all select 'money ' || id, id, 'KES ' || amount_cents / 100 || ' of the buyer is ' || replace(state::text, '_', ' ')
    from payments where order_id = ${orderId}
  union all select 'payout ' || id, id, 'The payout of KES ' || amount_cents / 100 || ' is ' || status
    from payouts where order_id = ${orderId}
  order by id, key`;

export function followOrder(world: World, db: Database, orderId: number) {
  let known = new Map<string, string>();
  return async () => {
    const rows = await readRows<{ key: string; said: string }>(db, sentencesOf(orderId));
    for (const { key, said } of rows) if (known.get(key) !== said) world.show(`  ${said}.`);
    if (rows.length < known.size) world.show('  The database does not know the rest any more.');
    known = new Map(rows.map(({ key, said }) => [key, said]));
  };
}
