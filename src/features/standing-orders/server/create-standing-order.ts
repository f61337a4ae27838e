import { lockPerson } from '#accounts/server/people-queries.ts';
import { farmTitle } from '#farms/rules/farm-texts.ts';
import { countedNetworks } from '#orders/server/place-order.ts';
import { priceWantedLines } from '#orders/server/quote-order.ts';
import { centsOf } from '#platform/rules/money.ts';
import { AppError } from '#platform/server/app-error.ts';
import { retryTransaction } from '#platform/server/db/unavailable.ts';
import type { Call } from '#platform/server/trpc/context.ts';
import { STANDING_ORDERS_MAX } from '#standing-orders/rules/limits.ts';
import type { CreateStandingOrder } from '#standing-orders/rules/standing-order.ts';
import { bitsOf, firstDayAfterToday } from '#standing-orders/rules/weekdays.ts';
import { listStandingOrders } from './list-standing-orders.ts';
import { countOwn, insertStandingOrder } from './queries.ts';

/** The first day is the first of its weekdays after today. */
export async function createStandingOrder(call: Call<'buyer'>, input: CreateStandingOrder) {
  await retryTransaction(() => call.db.transaction((tx) => create({ ...call, db: tx }, input)));
  return listStandingOrders(call);
}

async function create(call: Call<'buyer'>, input: CreateStandingOrder) {
  const { weekdays, lines, whenMissing, fulfilment, paymentMethod, note, wishedPart, ...place } =
    input;
  const { db: tx, clock, clientAddress } = call;
  const buyerId = call.user.id;
  if (!(await lockPerson(tx, buyerId))) throw new AppError('NOT_LOGGED_IN');
  if ((await countOwn(tx, buyerId)) >= STANDING_ORDERS_MAX)
    throw new AppError('TOO_MANY_STANDING_ORDERS', { inputs: { count: STANDING_ORDERS_MAX } });
  const products = await priceWantedLines(tx, { buyerId, lines }, call);
  const now = clock();
  const isDelivered = fulfilment === 'delivery';
  await insertStandingOrder(
    tx,
    {
      buyerId,
      weekdayBits: bitsOf(weekdays),
      nextDay: firstDayAfterToday(weekdays, now),
      fulfilment,
      deliveryAddress: isDelivered ? (place.deliveryAddress ?? null) : null,
      latitude: isDelivered ? (place.latitude ?? null) : null,
      longitude: isDelivered ? (place.longitude ?? null) : null,
      paymentMethod,
      wishedPart: wishedPart ?? null,
      note: note || null,
      whenMissing,
      networks: countedNetworks(clientAddress, call),
      createdAt: now,
    },
    lines.map(({ productId, quantity, ceiling, ...seen }) => {
      const product = products.find((one) => one.productId === productId);
      // It may be in stock or cheaper on the first day.
      if (!product?.isOffered) throw new AppError('PRODUCT_NOT_FOUND');
      if (product.isOwnFarm)
        throw new AppError('OWN_FARM', {
          inputs: { farm: (options) => farmTitle(product, options) },
          facts: { farmId: product.farmId, productId },
        });
      const { name, crop } = product;
      const unit = seen.unit ?? product.unit;
      const weightNow = unit === product.unit ? product.netWeightKg : null;
      const netWeightKg = seen.netWeightKg ?? weightNow;
      return { productId, name, crop, unit, netWeightKg, quantity, ceilingCents: centsOf(ceiling) };
    }),
  );
}
