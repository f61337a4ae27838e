import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/db/connect.ts';
import { listPhotos } from '#server/modules/photos/list-photos.ts';
import { isBelowMinimumOrder } from '#shared/cart.ts';
import { isVerifiedFarm } from '#shared/farm.ts';
import { shillingsOf } from '#shared/money.ts';
import type { PhotoRead } from '#shared/photo.ts';
import { groupByFarm, listCartLines, type PricedCartLine } from './cart/list-cart-lines.ts';

/**
 * The buyer's cart: its lines, and the same by farm, because each farm's part becomes an order of its own. Money in KES. A line's
 * `problem` says why it can't be ordered as it stands; what is gone counts in no sum.
 */
export async function getCart(db: Database, buyerId: number, services: { clock: Clock }) {
  const rows = await listCartLines(db, buyerId, services);
  const photos = await listPhotos(
    db,
    rows.map(({ productId }) => productId),
  );
  const farms = groupByFarm(rows).map((farmLines) => readFarm(farmLines, photos));
  return {
    lines: rows.map((row) => readLine(row, photos)),
    farms,
    total: shillingsOf(sumOf(rows)),
    lineCount: rows.length,
    canOrder: rows.length > 0 && rows.every(({ problem }) => problem === null) && farms.every((farm) => !farm.isBelowMinimum),
  };
}

type Photos = Map<number, PhotoRead[]>;

const sumOf = (lines: PricedCartLine[]) =>
  lines.filter(({ problem }) => problem !== 'gone').reduce((sum, { totalCents }) => sum + totalCents, 0);

function readFarm(lines: PricedCartLine[], photos: Photos) {
  const [farm] = lines;
  if (!farm) throw new Error('A farm without lines is in no cart');
  const subtotalCents = sumOf(lines);
  return {
    farmId: farm.farmId,
    farmName: farm.farmName,
    county: farm.county,
    isFarmVerified: isVerifiedFarm(farm),
    coverageRadiusMetres: farm.coverageRadiusMetres,
    deliveryFee: shillingsOf(farm.deliveryFeeCents),
    minimumOrder: shillingsOf(farm.minimumOrderCents),
    subtotal: shillingsOf(subtotalCents),
    isBelowMinimum: isBelowMinimumOrder(subtotalCents, farm.minimumOrderCents),
    lines: lines.map((line) => readLine(line, photos)),
  };
}

const readLine = (line: PricedCartLine, photos: Photos) => ({
  productId: line.productId,
  farmId: line.farmId,
  name: line.name,
  category: line.category,
  unit: line.unit,
  netWeightKg: line.netWeightKg,
  quantity: line.quantity,
  price: shillingsOf(line.priceCents),
  acceptedPrice: shillingsOf(line.acceptedPriceCents),
  acceptedUnit: line.acceptedUnit,
  acceptedNetWeightKg: line.acceptedNetWeightKg,
  total: shillingsOf(line.totalCents),
  available: line.isOffered ? line.available : 0,
  problem: line.problem,
  photo: photos.get(line.productId)?.[0] ?? null,
});
