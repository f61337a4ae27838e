import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * The statements of one order: the first finds the session, the others are one transaction. The
 * values that the application carries from one to the next stay in the database. `buyer` and `key`
 * are SQL.
 */
export const orderStatements = (buyer: string, key: string) => [
  `select s.id, u.id, u.role, u.language, s.is_remembered, s.last_used_at from sessions s join users u on u.id = s.user_id
    where s.token_hash = encode(sha256(convert_to(lpad(${buyer}::text, 43, '0'), 'UTF8')), 'hex') and s.ends_at > now() and s.idle_ends_at > now()
    and u.suspended_at is null`,
  `select id from users where id = ${buyer} for no key update`,
  `select farmer_id, count(*) filter (where status = 'pending'), count(*) from orders where buyer_id = ${buyer}
    and (status = 'pending' or confirmed_at is null and created_at > now() - interval '24 h') group by farmer_id order by 2 desc, 1 limit 1000`,
  `select id, body_hash, answer, created_at from checkouts where buyer_id = ${buyer} and idempotency_key = 'order-of-' || ${buyer}`,
  `select l.product_id, l.quantity, l.accepted_price_cents, l.accepted_unit, l.accepted_net_weight_kg,
    p.name, p.category, p.unit, p.net_weight_kg, p.price_cents, p.quantity,
    (p.deleted_at is null and p.hidden_at is null and p.status = 'available' and (p.expiry_date is null or p.expiry_date >= '2026-03-02')),
    f.user_id, f.name, f.county, f.gps_accuracy_metres, f.latitude, f.longitude, f.coverage_radius_metres, f.delivery_fee_cents, f.minimum_order_cents
    from cart_lines l join products p on p.id = l.product_id join farms f on f.user_id = p.farmer_id
    where l.buyer_id = ${buyer} order by l.added_at, l.product_id limit 100`,
  `with placed as (insert into orders (buyer_id, farmer_id, payment_method, fulfilment, subtotal_cents, delivery_fee_cents, total_cents, created_at, updated_at)
    select ${buyer}, p.farmer_id, 'Cash on delivery', 'collection', sum(l.quantity * p.price_cents), 0, ceil(sum(l.quantity * p.price_cents) / 100) * 100, now(), now()
    from cart_lines l join products p on p.id = l.product_id where l.buyer_id = ${buyer} group by p.farmer_id returning id, farmer_id),
    contained as (insert into order_lines (order_id, product_id, name, unit, net_weight_kg, quantity, price_cents, total_cents)
    select o.id, p.id, p.name, p.unit, p.net_weight_kg, l.quantity, p.price_cents, l.quantity * p.price_cents from cart_lines l join products p on p.id = l.product_id
    join placed o on o.farmer_id = p.farmer_id where l.buyer_id = ${buyer}),
    begun as (insert into order_events (order_id, actor, subject, to_status, happened_at) select id, 'buyer', 'status', 'pending', now() from placed)
    select id from placed`,
  `select id from products where id in (select product_id from cart_lines where buyer_id = ${buyer}) order by id for no key update`,
  `with taken as (update products set quantity = products.quantity - wanted.quantity from cart_lines wanted
    where wanted.buyer_id = ${buyer} and products.id = wanted.product_id
    and products.quantity >= wanted.quantity and products.price_cents = wanted.accepted_price_cents and products.unit = wanted.accepted_unit
    and products.net_weight_kg is not distinct from wanted.accepted_net_weight_kg and deleted_at is null and hidden_at is null
    and status = 'available' and (expiry_date is null or expiry_date >= '2026-03-02') returning products.id, products.unit, wanted.quantity)
    insert into stock_movements (product_id, change, unit, reason, moved_at) select id, -quantity, unit, 'reserved', now() from taken`,
  // Later than the benchmark, so that the application does not send them.
  `insert into outbox_messages (kind, payload, created_at, available_at, expires_at)
    select 'orderChanged', jsonb_build_object('orderId', id, 'recipient', 'farmer', 'about', 'pending', 'by', 'buyer'), now(), now() + interval '1 d', now() + interval '3 d'
    from orders where buyer_id = ${buyer}`,
  `select pg_notify('order_changes', '[{"orderId":1,"userIds":[1]}]')`,
  `delete from cart_lines where buyer_id = ${buyer}`,
  `insert into checkouts (buyer_id, idempotency_key, body_hash, answer, created_at) values (${buyer}, ${key}, repeat('0', 64), '{}', now())`,
];

export function measureOrderSql(url: string, connections: number): { perSecond: number } | null {
  const [session, ...order] = orderStatements(':buyer', "'pgbench-' || :buyer");
  const statements = [session, 'begin', ...order, 'commit'];
  const script = statements.map((statement) => `${statement?.replace(/\s+/g, ' ')};\n`).join('');
  const program = join(process.env.TEST_POSTGRES_BIN ?? '/usr/lib/postgresql/15/bin', 'pgbench');
  const options = ['-n', '-c', String(connections), '-j', '2', '-T', '6', '-f', '-', url];
  const ran = spawnSync(program, options, {
    input: `select nextval('bench_buyer') as buyer \\gset\n${script}`,
    encoding: 'utf8',
    env: { ...process.env, PGOPTIONS: '-c jit=off' },
  });
  if (ran.status === 0) return { perSecond: Number(/tps = ([\d.]+)/.exec(ran.stdout)?.[1]) };
  console.log(`pgbench did not run: ${ran.error?.message ?? ran.stderr.slice(0, 300)}`);
  return null;
}
