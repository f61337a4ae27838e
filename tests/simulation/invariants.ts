import { sql } from 'drizzle-orm';
import { readRows } from './read-rows.ts';
import { Violation } from './world.ts';

type Scope = { orders: string; products: string };
type Invariant = { rule: string; query: (scope: Scope) => string };

const all: Scope = { orders: 'true', products: 'true' };
const IDS = '(select ids from touched)::int[]';
const touched: Scope = {
  orders: `o.id = any(${IDS})`,
  products: `p.id in (select product_id from order_lines where order_id = any(${IDS}))`,
};

const SHARES = 'from lot_shares s join lots t on t.id = s.lot_id';
const reserving = "('pending', 'confirmed', 'dispatched', 'disputed')";

const perOrder: readonly Invariant[] = [
  {
    rule: 'stock put in is on hand, reserved, held or sold',
    query: ({ products }) => `
      select s.*, taken.reserved, taken.sold, agreed.held from (
        select p.id as product, m.unit, case when m.unit = p.unit then p.quantity else 0 end as on_hand, m.moved, m.put_in
        from products p cross join lateral (
          select unit, sum(change) as moved, coalesce(sum(change) filter (where reason in ('listed', 'counted')), 0) as put_in
          from stock_movements where product_id = p.id group by unit) m
        where ${products}) s
      cross join lateral (
        select coalesce(sum(l.quantity) filter (where o.status in ${reserving}
            and o.not_collected_at is null and o.stock_released_at is null), 0) as reserved,
          coalesce(sum(l.quantity) filter (where o.status = 'completed'), 0) as sold
        from order_lines l join orders o on o.id = l.order_id where l.product_id = s.product and l.unit = s.unit) taken
      cross join lateral (
        select coalesce(sum(quantity), 0) as held from (
          select product_id, unit, quantity from price_offers where status = 'accepted'
          union all select product_id, unit, quantity from lot_shares where status = 'given') held
        where product_id = s.product and unit = s.unit) agreed
      where s.unit is null or s.moved <> s.on_hand
        or s.put_in <> s.on_hand + taken.reserved + taken.sold + agreed.held`,
  },
  {
    rule: 'an order is the sum of its lines and its fee, rounded up to the shilling',
    query: ({ orders }) => `
      select o.id, o.subtotal_cents, o.delivery_fee_cents, o.total_cents, l.* from orders o cross join lateral (
        select sum(total_cents) as lines, bool_or(total_cents <> case when quantity = 0 then 0 else greatest(1, round(price_cents * quantity)) end
          or quantity = ordered_quantity or quantity > ordered_quantity and quantity is distinct from weighed_quantity) as is_wrong
        from order_lines where order_id = o.id) l
      where ${orders} and (l.is_wrong or l.lines is distinct from o.subtotal_cents
        or o.total_cents <> ceil((o.subtotal_cents + o.delivery_fee_cents) / 100.0) * 100)`,
  },
  {
    rule: 'an order is where its events say',
    query: ({ orders }) => `
      select o.id, o.status, o.payment_status, e.* from orders o cross join lateral (
        select (array_agg(to_status order by id desc) filter (where subject = 'status'))[1] as last_status,
          coalesce((array_agg(to_status order by id desc) filter (where subject = 'paymentStatus'))[1], 'pending') as last_payment
        from order_events where order_id = o.id) e
      where ${orders} and (e.last_status is distinct from o.status::text or e.last_payment <> o.payment_status::text)`,
  },
  {
    rule: 'each event begins where the one before it ended',
    query: ({ orders }) => `
      select * from (
        select e.id, e.order_id, e.subject, e.from_status, e.to_status,
          lag(e.to_status, 1, case e.subject when 'paymentStatus' then 'pending' when 'total' then e.from_status end)
            over (partition by e.order_id, e.subject order by e.id) as before
        from order_events e join orders o on o.id = e.order_id where ${orders}) chain
      where from_status is distinct from before`,
  },
  {
    rule: "an order's money is in one place",
    query: ({ orders }) => `
      select o.id, o.status, o.payment_status, o.total_cents, o.credit_cents, p.*, back.*, out.status as payout, out.amount_cents
      from orders o left join payouts out on out.order_id = o.id and out.payment_id is null cross join lateral (
        select count(*) filter (where state = 'received') as received,
          coalesce(sum(amount_cents - returned_cents + credit_cents) filter (where state = 'received'), 0) as received_cents,
          coalesce(sum(returned_cents), 0) as returned_cents, coalesce(sum(credit_cents), 0) as paid_credit_cents,
          count(*) filter (where state = 'refund_due') as due, count(*) filter (where state = 'refunded') as refunded
        from payments where order_id = o.id) p
      cross join lateral (
        select coalesce(sum(amount_cents) filter (where order_id = o.id and status <> 'cancelled'), 0) as refund_cents,
          coalesce(sum(amount_cents) filter (where credited_order_id = o.id and status = 'credited'), 0) as used_cents
        from payouts where payment_id is not null and (order_id = o.id or credited_order_id = o.id)) back
      where ${orders} and (back.refund_cents <> p.returned_cents or back.used_cents <> o.credit_cents
        or p.paid_credit_cents not in (o.credit_cents, case when o.payment_status = 'paid' then o.credit_cents else 0 end) or not (case
        when o.payment_method = 'Cash on delivery' then out.id is null and p.due + p.refunded = 0
          and (o.payment_status = 'paid') = (o.status = 'completed' or o.status = 'disputed' and o.completed_at is not null)
          and p.received_cents = case when o.payment_status = 'paid' then o.total_cents else 0 end
        else (p.received_cents = case when o.payment_status = 'paid' then o.total_cents
              when o.deposit_paid_at is not null and o.status in ('pending', 'confirmed') then o.deposit_cents else 0 end
            -- The difference of goods that weigh more, until the order is completed.
            or o.payment_status = 'paid' and o.weighing > 0 and o.status in ('dispatched', 'disputed') and p.received_cents > o.total_cents)
          and case o.payment_status when 'refund_due' then p.due > 0 when 'refunded' then p.refunded > 0 else true end
          and (o.status not in ('dispatched', 'disputed', 'completed') or o.payment_status = 'paid')
          and (o.status not in ('rejected', 'cancelled', 'expired') or o.payment_status <> 'paid')
          and case when o.status = 'completed' then coalesce(out.status <> 'cancelled' and out.amount_cents = o.total_cents, false)
            -- What is reported after the handover may have been paid out.
            else coalesce(out.status, 'cancelled') = 'cancelled' or o.status = 'disputed' and o.completed_at is not null end
        end))`,
  },
  {
    rule: 'what an attempt brought is one payment',
    query: ({ orders }) => `
      select a.id, a.order_id, a.status, p.id as payment from orders o
      join payment_attempts a on a.order_id = o.id left join payments p on p.attempt_id = a.id
      where ${orders} and (a.status = 'paid') <> (p.id is not null)`,
  },
  {
    rule: 'what was agreed on is ordered at its price',
    query: ({ orders }) => `
      select f.id, f.order_id from orders o join price_offers f on f.order_id = o.id
      where ${orders} and not (f.status = 'ordered' and exists (select from order_lines l where l.order_id = f.order_id
        and l.product_id is not distinct from f.product_id and l.price_cents = f.price_cents and coalesce(l.ordered_quantity, l.quantity) = f.quantity))`,
  },
  {
    rule: 'nobody tries more than five codes, and only a completed order is rated',
    query: ({ orders }) => `
      select o.id, o.status, o.handover_tries from orders o where ${orders} and (o.handover_tries > 5
        or exists (select from reviews r where r.order_id = o.id) and not exists (
          select from order_events e where e.order_id = o.id and e.to_status = 'completed'))`,
  },
  {
    rule: 'what fills a lot never exceeds its quantity',
    query: () => `
      select t.id, sum(s.quantity), t.quantity ${SHARES}
      where s.status in ('given', 'asked', 'ordered') group by t.id having sum(s.quantity) > t.quantity`,
  },
  {
    rule: 'a lot that ended and a proposal reserve nothing',
    query: () => `
      select s.* ${SHARES} where t.status in ('letGo', 'lapsed') and s.status <> 'over'
        or s.status = 'proposed' and (t.status <> 'open' or s.product_id is not null)`,
  },
  {
    rule: "an ordered share is one order of its farm, at the lot's price",
    query: () => `
      select s.* ${SHARES} where s.status = 'ordered' and (
        select array_agg(t.status = 'taken' and o.farmer_id = s.farmer_id and l.price_cents = t.price_cents
          and (l.quantity <= s.quantity or l.quantity = l.weighed_quantity))
        from orders o join order_lines l on l.order_id = o.id where o.id = s.order_id) is distinct from '{t}'`,
  },
  {
    rule: 'a farm has one order of a lot that has not ended',
    query: () => `
      select note, farmer_id, count(*) from orders where note like 'LOT %' and status not in ('rejected', 'cancelled', 'expired')
        and id not in (select order_id from lot_rides where order_id is not null)
      group by note, farmer_id having count(farmer_id) > 1`,
  },
];

const daily: readonly Invariant[] = [
  {
    rule: 'nobody leaves while money is under way',
    query: () => `
      select o.id, o.status::text, o.payment_status::text from orders o
      where o.buyer_id is null and (o.status in ${reserving} or o.payment_status = 'processing')
      union all select out.order_id, out.status::text, null from payouts out
      where out.farmer_id is null and out.buyer_id is null and out.status in ('due', 'sent', 'unknown', 'failed')
        and (out.payment_id is null or out.amount_cents >= 1000)`,
  },
  {
    rule: 'nobody is told what is not theirs',
    query: () => `
      select n.id, n.user_id, n.subject from notices n join orders o on n.subject = 'order/' || o.id
      where n.user_id not in (o.buyer_id, o.farmer_id)`,
  },
  {
    rule: 'a standing order is ordered once for each of its days, by its own buyer',
    query: () => `
      select id::text, count(*), min(o.buyer_id) from (
        select jsonb_array_elements_text(d.order_ids)::int as id, s.buyer_id from standing_order_days d
        join standing_orders s on s.id = d.standing_order_id) placed
      left join orders o using (id) group by id
      having count(*) > 1 or bool_or(o.id is not null and o.buyer_id is distinct from placed.buyer_id)
      union all select 'day ' || d.id, null, null from standing_order_days d
      where (d.status = 'placed') <> (d.order_ids <> '[]')`,
  },
  {
    rule: 'a standing order never pays more than its highest price',
    query: () => `
      select l.id, l.order_id from standing_order_days d join standing_order_lines s using (standing_order_id)
      join order_lines l on l.product_id = s.product_id and d.order_ids @> to_jsonb(l.order_id)
      where d.changes = '[]' and l.price_cents > s.ceiling_cents`,
  },
  {
    rule: 'only the two of a conversation write in it',
    query: () => `
      select m.id from messages m join conversations c on c.id = m.conversation_id
      where m.sender_id not in (c.buyer_id, c.farmer_id)`,
  },
];

/** One statement, whose text does not depend on the orders, so that it is planned once. */
function checkOf(invariants: readonly Invariant[], scope: Scope) {
  const parts = invariants.map(
    ({ query }, at) =>
      `(select ${at} as place, to_jsonb(broken) as row from (${query(scope)}) broken limit 3)`,
  );
  const text = sql.raw(parts.join(' union all '));
  return async (db: Database, ids: ReadonlySet<number>) => {
    const [first, ...others] = await readRows<{ place: number; row: object }>(
      db,
      sql`with touched as (select ${`{${[...ids].join()}}`}::int[] as ids) ${text}`,
    );
    const invariant = first && invariants[first.place];
    if (invariant) throw new Violation(invariant.rule, JSON.stringify([first, ...others]));
  };
}

const checkTouched = checkOf(perOrder, touched);
const checkAll = checkOf([...perOrder, ...daily], all);

export async function checkOrders(db: Database, ids: ReadonlySet<number>) {
  if (ids.size > 0) await checkTouched(db, ids);
}

export const checkEverything = (db: Database) => checkAll(db, new Set());

const ATTEMPTS_MAX = 30;

export async function checkOutbox(db: Database, moment: Date) {
  const late = await readRows<object>(
    db,
    `select id, kind, attempts, available_at from outbox_messages where attempts >= ${ATTEMPTS_MAX}
      or (available_at < '${moment.toISOString()}' and expires_at > '${moment.toISOString()}') limit 3`,
  );
  if (late.length > 0) throw new Violation('every message is handled', JSON.stringify(late));
}
