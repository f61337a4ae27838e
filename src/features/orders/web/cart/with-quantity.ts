import { centsOf, lineTotalCents, shillingsOf } from '#rules/amounts.ts';
import type { Cart, CartLineView, CartProduct } from './visitor-cart.tsx';

/** 0 removes the product. `product` is needed to show a line that is not in the cart yet. */
export type CartChange = { productId: number; quantity: number; product?: CartProduct };

/** A line with an agreed price stays unchanged. */
export const isOwnLine = (line: CartLineView, productId: number): boolean =>
  line.productId === productId && line.offerId === null;

export const EMPTY_CART: Cart = {
  lines: [],
  farms: [],
  total: 0,
  lineCount: 0,
  canOrder: false,
  nextCursor: null,
};

export function withQuantity(cart: Cart, { productId, quantity, product }: CartChange): Cart {
  const isThere = cart.lines.some((line) => isOwnLine(line, productId));
  const changed = (lines: CartLineView[]) =>
    lines
      .map((line) => (isOwnLine(line, productId) ? withTotal(line, quantity) : line))
      .filter((line) => line.quantity > 0);
  const added = isThere || !product || quantity === 0 ? [] : [lineOf(product, quantity)];
  const lines = [...changed(cart.lines), ...added];
  // A new farm appears with the server's answer, because its fee and minimum order are unknown
  // here.
  const farms = cart.farms
    .map((farm) => {
      const farmLines = [...changed(farm.lines), ...added.filter((line) => isPartOf(line, farm))];
      const subtotal = totalOf(farmLines);
      return { ...farm, lines: farmLines, subtotal, isBelowMinimum: subtotal < farm.minimumOrder };
    })
    .filter((farm) => farm.lines.length > 0);
  return { ...cart, lines, farms, total: totalOf(lines), lineCount: lines.length };
}

export const isPartOf = (
  { farmId, productId, depositPercent }: PartLine,
  part: { farmId: number; harvestProductId: number | null },
): boolean =>
  // Answers cached earlier have neither.
  farmId === part.farmId && (depositPercent ? productId : null) === (part.harvestProductId ?? null);

type PartLine = Pick<CartLineView, 'farmId' | 'productId' | 'depositPercent'>;

const totalOf = (lines: readonly CartLineView[]): number =>
  shillingsOf(
    lines
      .filter(({ problem }) => problem !== 'gone')
      .reduce((sum, { total }) => sum + centsOf(total), 0),
  );

const withTotal = (line: CartLineView, quantity: number): CartLineView => ({
  ...line,
  quantity,
  acceptedPrice: line.price,
  total: shillingsOf(lineTotalCents(centsOf(line.price), quantity)),
  problem: problemOf(line, quantity),
});

function problemOf(
  { available, problem }: CartLineView,
  quantity: number,
): CartLineView['problem'] {
  if (available === 0) return 'gone';
  if (problem === 'ownFarm') return problem;
  return quantity > available ? 'notEnough' : null;
}

function lineOf(product: CartProduct, quantity: number): CartLineView {
  const {
    id,
    farmId,
    name,
    category,
    crop,
    swahiliName,
    unit,
    netWeightKg,
    depositPercent,
    price,
    quantity: available,
    photos,
  } = product;
  const line = {
    productId: id,
    farmId,
    name,
    category,
    crop,
    swahiliName,
    unit,
    netWeightKg,
    depositPercent,
    price,
    available,
    photo: photos[0] ? { id: 0, ...photos[0] } : null,
  };
  const accepted = { acceptedPrice: price, acceptedUnit: unit, acceptedNetWeightKg: netWeightKg };
  return withTotal(
    { ...line, ...accepted, quantity, total: 0, problem: null, offerId: null, heldUntil: null },
    quantity,
  );
}
