import { farmTitle } from '#farms/rules/farm-texts.ts';
import type { NoticeReader } from '#notifications/rules/notice.ts';
import type { SmsCall } from '#notifications/server/notify.ts';
import { moneyText } from '#platform/rules/money.ts';
import { goodsText } from '#products/rules/product-texts.ts';
import { m } from '#text';
import { readBuyerOrders, readFarmerOrders } from './list-orders.ts';
import { listOrders } from './orders/read-queries.ts';

/** "Jacaranda Gardens · 40 kg Tomatoes · KES 2,400" for each notice about an order. */
export async function describeOrders(
  facts: readonly { orderId: number }[],
  on: NoticeReader & SmsCall,
): Promise<(string | null)[]> {
  const owner = on.role === 'buyer' ? { buyerId: on.user.id } : { farmerId: on.user.id };
  const ids = facts.map(({ orderId }) => orderId);
  const rows = await listOrders(on.db, { owner, ids, limit: ids.length });
  const orders =
    on.role === 'buyer'
      ? (await readBuyerOrders(on, rows)).map(({ farmName, county, total, ...order }) => ({
          ...order,
          total,
          who: farmName !== null && county !== null ? farmTitle({ farmName, county }, on) : null,
        }))
      : (await readFarmerOrders(on, rows)).map(({ buyerName, amount, ...order }) => ({
          ...order,
          total: amount,
          who: buyerName,
        }));
  const texts = new Map(
    orders.map(({ id, who, lines, total }) => [
      id,
      [who ?? m.mailOrderSomeone({}, on), goodsText(lines, on), moneyText(total)].join(' · '),
    ]),
  );
  return ids.map((id) => texts.get(id) ?? null);
}
