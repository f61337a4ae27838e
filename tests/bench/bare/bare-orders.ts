import { createHash, randomUUID } from 'node:crypto';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import postgres from 'postgres';

/*
 * The baseline of placing an order: Hono and postgres.js with the application's statements in the
 * same order, without schemas, limits, mail texts or translation. Arguments: database URL, port.
 */
const [url = '', port = ''] = process.argv.slice(2);
const sql = postgres(url, { max: 10, onnotice: () => {} });
const app = new Hono();

const cartOf = (tx: postgres.TransactionSql, buyer: number) => tx<
  {
    product_id: number;
    quantity: string;
    price_cents: number;
    name: string;
    unit: string;
    net_weight_kg: string | null;
    farm_id: number;
    farm: string;
    accepted: number;
    left: string;
  }[]
>`
  select l.product_id, l.quantity, l.accepted_price_cents as accepted, l.accepted_unit, l.accepted_net_weight_kg,
    p.name, p.category, p.unit, p.net_weight_kg, p.price_cents, p.quantity as left,
    (p.deleted_at is null and p.hidden_at is null and p.status = 'available' and (p.expiry_date is null or p.expiry_date >= '2026-03-02')) as offered,
    f.user_id as farm_id, f.name as farm, f.county, f.gps_accuracy_metres, f.latitude, f.longitude, f.coverage_radius_metres,
    f.delivery_fee_cents, f.minimum_order_cents
  from cart_lines l join products p on p.id = l.product_id join farms f on f.user_id = p.farmer_id
  where l.buyer_id = ${buyer} order by l.added_at, l.product_id limit 100`;

app.get('/healthz', (c) => c.json({ status: 'ok' }));

app.post('/api/buyer/orders', async (c) => {
  const key = c.req.header('idempotency-key') ?? randomUUID();
  const body = await c.req.json<{ fulfilment: string; paymentMethod: string }>();
  const now = new Date().toISOString();
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  const token = c.req.header('authorization')?.slice('Bearer '.length) ?? '';
  const [session] =
    await sql`select s.id, u.id as user_id, u.role, u.language, s.is_remembered, s.last_used_at from sessions s
    join users u on u.id = s.user_id where s.token_hash = ${sha256(token)} and s.ends_at > ${now} and s.idle_ends_at > ${now}
    and u.suspended_at is null`;
  const buyer = Number(session?.user_id);
  const answer = await sql.begin(async (tx) => {
    await tx`select id from users where id = ${buyer} for no key update`;
    await tx`select farmer_id, count(*) filter (where status = 'pending'), count(*) from orders where buyer_id = ${buyer}
      and (status = 'pending' or confirmed_at is null and created_at > now() - interval '24 h') group by farmer_id order by 2 desc, 1 limit 1000`;
    await tx`select id, body_hash, answer, created_at from checkouts where buyer_id = ${buyer} and idempotency_key = ${key}`;
    const lines = await cartOf(tx, buyer);
    const ids = lines.map((line) => line.product_id);
    const amounts = lines.map(({ quantity }) => Number(quantity));
    const cents = (at: number) => Math.round((lines[at]?.price_cents ?? 0) * (amounts[at] ?? 0));
    const farms = [...new Set(lines.map(({ farm_id }) => farm_id))];
    const totals = farms.map((farm) => {
      const sum = lines.reduce(
        (total, line, at) => total + (line.farm_id === farm ? cents(at) : 0),
        0,
      );
      return { farm, subtotal: sum, total: Math.ceil(sum / 100) * 100 };
    });
    const placed = await tx`insert into orders ${tx(
      totals.map(({ farm, subtotal, total }) => ({
        buyer_id: buyer,
        farmer_id: farm,
        payment_method: body.paymentMethod,
        fulfilment: body.fulfilment,
        subtotal_cents: subtotal,
        delivery_fee_cents: 0,
        total_cents: total,
        created_at: now,
        updated_at: now,
      })),
    )} returning id`;
    await tx`select id from products where id = any(${ids}) order by id for no key update`;
    await tx`update products set quantity = products.quantity - wanted.amount::numeric
      from unnest(${ids}::int[], ${amounts}::float8[], ${lines.map(({ unit }) => unit)}::text[], ${lines.map((line) => line.price_cents)}::int[],
        ${lines.map((line) => line.net_weight_kg)}::float8[]) as wanted (id, amount, unit, price_cents, net_weight_kg)
      where products.id = wanted.id and products.unit::text = wanted.unit
        and products.quantity >= wanted.amount::numeric and products.price_cents = wanted.price_cents
        and products.net_weight_kg is not distinct from wanted.net_weight_kg::numeric(9,3) and deleted_at is null and hidden_at is null
        and status = 'available' and (expiry_date is null or expiry_date >= '2026-03-02') returning products.id`;
    await tx`insert into stock_movements ${tx(lines.map(({ product_id, unit }, at) => ({ product_id, unit, change: -(amounts[at] ?? 0), reason: 'reserved', moved_at: now })))}`;
    const orderOf = (farm: number) => placed[farms.indexOf(farm)]?.id as number;
    await tx`insert into order_lines ${tx(
      lines.map(({ product_id, name, unit, net_weight_kg, price_cents, farm_id }, at) => {
        return {
          order_id: orderOf(farm_id),
          product_id,
          name,
          unit,
          net_weight_kg,
          quantity: amounts[at] ?? 0,
          price_cents,
          total_cents: cents(at),
        };
      }),
    )}`;
    await tx`insert into order_events ${tx(placed.map(({ id }) => ({ order_id: id, actor: 'buyer', subject: 'status', to_status: 'pending', happened_at: now })))}`;
    await tx`insert into outbox_messages ${tx(
      placed.map(({ id }) => {
        const payload = { orderId: id, recipient: 'farmer', about: 'pending', by: 'buyer' };
        return {
          kind: 'orderChanged',
          payload,
          created_at: now,
          available_at: now,
          expires_at: new Date(Date.now() + 259_200_000),
        };
      }),
    )}`;
    await tx`select pg_notify('order_changes', ${JSON.stringify(placed.map(({ id }) => ({ orderId: id, userIds: [buyer] })))})`;
    await tx`delete from cart_lines where buyer_id = ${buyer} and product_id = any(${ids})`;
    const result = {
      orders: placed.map(({ id }, at) => ({
        id,
        farmId: farms[at],
        status: 'pending',
        total: (totals[at]?.total ?? 0) / 100,
      })),
    };
    await tx`insert into checkouts (buyer_id, idempotency_key, body_hash, answer, created_at)
      values (${buyer}, ${key}, ${sha256(JSON.stringify(body))}, ${tx.json(result as never)}, ${now})`;
    return result;
  });
  return c.json({ success: true, ...answer }, 201);
});

serve({ fetch: app.fetch, port: Number(port), hostname: '127.0.0.1' });
