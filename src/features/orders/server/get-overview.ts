import { RECENT_ORDERS } from '#features/orders/rules/limits.ts';
import { countProducts } from '#features/products/server/list-own-products.ts';
import { shillingsOf } from '#platform/rules/money.ts';
import type { Call } from '#platform/server/trpc/context.ts';
import { countOffersToAnswer } from './cart/offer-queries.ts';
import { readFarmStanding } from './farm-standing-queries.ts';
import { readEarnings } from './farmer-payments.ts';
import { listFarmerOrders } from './list-orders.ts';
import { readOrderFigures } from './orders/read-queries.ts';

export async function getOverview(call: Call<'farmer'>) {
  const { db, user, clock } = call;
  const farmerId = user.id;
  const counts = await countProducts(db, farmerId, call);
  const figures = await readOrderFigures(db, farmerId);
  const { salesCents, ...standing } = await readFarmStanding(db, farmerId);
  const { orders } = await listFarmerOrders(call, {});
  return {
    ...counts,
    ...figures,
    offersToAnswer: await countOffersToAnswer(db, { farmerId, now: clock() }),
    ...standing,
    totalSales: shillingsOf(salesCents),
    earnings: await readEarnings(db, farmerId, call),
    recentOrders: orders.slice(0, RECENT_ORDERS),
  };
}
