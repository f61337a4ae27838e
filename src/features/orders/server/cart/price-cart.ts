import type { CartLine } from '#orders/rules/order-input.ts';
import { lineTotalCents } from '#rules/amounts.ts';
import { dayInNairobi } from '#rules/day.ts';
import { approximatePlace, distanceMetres, kilometresAgainst } from '#rules/geo.ts';
import {
  type CartRow,
  findFarmFor,
  listCartRows,
  listOfferedProducts,
  listProductsFor,
} from './queries.ts';

export type CartProblem = 'gone' | 'ownFarm' | 'notEnough' | 'priceChanged';

export type PricedCartLine = Omit<CartRow, 'seenAt' | 'addedAt'> & {
  totalCents: Cents;
  problem: CartProblem | null;
};

/** Work has no product, and takes nothing of the stock. */
export type BasketLine = Omit<
  PricedCartLine,
  'productId' | 'category' | 'crop' | 'photos' | 'isOffered'
> & {
  productId: number | null;
  /** For its farm's order, in place of the basket's. */
  note?: string;
  /** Where the buyer collects its farm's order, if not at the farm. */
  collectionPoint?: string;
};

export async function listCartLines(
  db: Database,
  buyerId: number,
  { clock }: { clock: Clock },
): Promise<PricedCartLine[]> {
  return (await listCartRows(db, { buyerId, now: clock() })).map(priceLine);
}

/** Leaves out products that are not offered, so that a hidden product's name is not revealed. */
export async function priceVisitorLines(
  db: Database,
  lines: CartLine[],
  { clock }: { clock: Clock },
): Promise<PricedCartLine[]> {
  if (lines.length === 0) return [];
  const productIds = lines.map(({ productId }) => productId);
  const offered = await listOfferedProducts(db, { productIds, today: dayInNairobi(clock()) });
  return acceptedLines(
    lines,
    offered.map((product) => ({ ...product, isOffered: true, isOwnFarm: false })),
  );
}

type WantedLines = { buyerId: number; lines: CartLine[] };

export async function priceWantedLines(
  db: Database,
  { buyerId, lines }: WantedLines,
  { clock }: { clock: Clock },
): Promise<PricedCartLine[]> {
  if (lines.length === 0) return [];
  const productIds = lines.map(({ productId }) => productId);
  const today = dayInNairobi(clock());
  return acceptedLines(lines, await listProductsFor(db, { buyerId, productIds, today }));
}

type ProductRow = Awaited<ReturnType<typeof listProductsFor>>[number];

function acceptedLines(lines: CartLine[], products: ProductRow[]): PricedCartLine[] {
  const known = new Map(products.map((product) => [product.productId, product]));
  return lines.flatMap(({ productId, quantity }) => {
    const product = known.get(productId);
    if (!product) return [];
    const {
      priceCents: acceptedPriceCents,
      unit: acceptedUnit,
      netWeightKg: acceptedNetWeightKg,
    } = product;
    const accepted = { acceptedPriceCents, acceptedUnit, acceptedNetWeightKg };
    return [priceLine({ ...product, ...accepted, quantity, offerId: null, heldUntil: null })];
  });
}

type Row = Omit<CartRow, 'seenAt' | 'addedAt'>;

export const priceLine = (row: Row): PricedCartLine => ({
  ...row,
  totalCents: lineTotalCents(row.priceCents, row.quantity),
  problem: problemOf(row),
});

/** The stock of an agreed offer is reserved and its price agreed, so neither is checked again. */
function problemOf(row: Row): CartProblem | null {
  if (!row.isOffered || (row.available === 0 && row.offerId === null)) return 'gone';
  if (row.isOwnFarm) return 'ownFarm';
  if (row.offerId !== null) return null;
  if (row.available < row.quantity) return 'notEnough';
  return isAsAccepted(row) ? null : 'priceChanged';
}

const isAsAccepted = (row: Row) =>
  row.priceCents === row.acceptedPriceCents &&
  row.unit === row.acceptedUnit &&
  row.netWeightKg === row.acceptedNetWeightKg;

type Work = {
  buyerId: number;
  farmId: number;
  name: string;
  priceCents: Cents;
  heldUntil: Date;
  collectionPoint: string;
};

export async function priceWork(db: Database, work: Work): Promise<BasketLine[]> {
  const { priceCents: acceptedPriceCents } = work;
  return (await findFarmFor(db, work)).map((farm) => ({
    ...{ ...farm, ...work, quantity: 1, acceptedPriceCents, totalCents: acceptedPriceCents },
    ...{ unit: 'pieces', acceptedUnit: 'pieces', netWeightKg: null, acceptedNetWeightKg: null },
    ...{ productId: null, offerId: null, harvestDate: null, depositPercent: null, available: 1 },
    problem: farm.isOwnFarm ? 'ownFarm' : null,
  }));
}

export const harvestOf = ({ depositPercent, productId }: Omit<Grouped, 'farmId'>) =>
  depositPercent === null ? null : productId;

type Grouped = { farmId: number; productId: number | null; depositPercent: number | null };

/** A harvest decides over its whole order, so each announced harvest gets its own. */
export function groupByOrder<Line extends Grouped>(lines: Line[]): Line[][] {
  const groups = new Map<string, Line[]>();
  for (const line of lines) {
    const key = `${line.farmId} ${harvestOf(line)}`;
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return [...groups.values()];
}

/** In metres, from the rounded position: three exact distances would reveal the farm's position. */
export const distanceFromFarm = (farm: Position, place: Position): number =>
  distanceMetres(approximatePlace(farm), place);

type FarmReach = Pick<BasketLine, 'farmId' | 'latitude' | 'longitude' | 'coverageRadiusMetres'>;

/** In km with one decimal; both null without a position. */
export function reachOf(farm: FarmReach, place: Position | null) {
  const metres = place && distanceFromFarm(farm, place);
  return {
    farmId: farm.farmId,
    distanceKm: metres === null ? null : kilometresAgainst(metres, farm.coverageRadiusMetres),
    delivers: metres === null ? null : metres <= farm.coverageRadiusMetres,
  };
}
