import { readRows } from './read-rows.ts';

const was = (status: string) =>
  `exists (select from order_events e where e.order_id = o.id and e.to_status = '${status}')`;
const ordersOf = (table: string, condition: string) =>
  `(select count(*)::int from ${table} own join orders o on o.id = own.order_id where ${condition})`;

/** How far lots came, so that a run shows that its promises about lots were tried. */
const LOTS = `select
  (select count(*)::int from lots) as asked,
  (select count(*)::int from lots where status = 'taken') as taken,
  (select count(*)::int from lots t where status = 'taken' and quantity =
    (select sum(quantity) from lot_shares where lot_id = t.id and status = 'ordered')) as filled,
  ${ordersOf('lot_shares', 'true')} as shares,
  ${ordersOf('lot_shares', 'entered_by is not null')} as "by clerks",
  ${ordersOf('lot_shares', was('paid'))} as paid,
  ${ordersOf('lot_shares', was('completed'))} as "handed over",
  ${ordersOf('lot_rides', 'true')} as rides,
  ${ordersOf('lot_rides', was('paid'))} as "rides paid",
  ${ordersOf('lot_rides', was('completed'))} as "rides done"`;

export async function countLotEnds(db: Database): Promise<Record<string, number>> {
  const [counts = {}] = await readRows<Record<string, number>>(db, LOTS);
  return counts;
}
