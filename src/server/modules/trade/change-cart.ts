import { AppError } from '#server/app-error.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/db/connect.ts';
import { retryDeadlock } from '#server/db/retry-deadlock.ts';
import type { CartLine } from '#shared/cart.ts';
import { dayInNairobi } from '#shared/day.ts';
import { roundedToHundredths } from '#shared/decimal.ts';
import { CART_LINES_MAX } from '#shared/limits.ts';
import { lockCart } from './cart/lock-cart.ts';
import { countCartLines, deleteCartLines, listCartLines, listOfferedPrices, upsertCartLines } from './cart/queries.ts';
import { getCart } from './get-cart.ts';

type CartChange = { buyerId: number; lines: CartLine[] };

/**
 * Makes the cart these lines and nothing else; today's prices are accepted with it. Of a product named twice the quantities are
 * added up.
 * @returns the cart, as getCart reads it
 * @throws AppError PRODUCT_NOT_FOUND when one of them is not offered: nothing is changed then
 */
export async function putCart(db: Database, { buyerId, lines }: CartChange, services: { clock: Clock }) {
  const now = services.clock();
  await changeHeld(db, buyerId, async (tx) => {
    const priced = await priceLines(tx, lines, now);
    if (priced.length < addedUp(lines).length) throw new AppError('PRODUCT_NOT_FOUND');
    await deleteCartLines(tx, { buyerId });
    await upsertCartLines(tx, { buyerId, lines: priced, now });
  });
  return getCart(db, buyerId, services);
}

/**
 * Puts lines to what is there, as after a login what a visitor gathered: of a product that is there already the larger quantity
 * counts, so that the same lines sent twice change nothing. What is not offered any more is passed over.
 * @returns the cart
 * @throws AppError CART_FULL
 */
export async function addToCart(db: Database, { buyerId, lines }: CartChange, services: { clock: Clock }) {
  const now = services.clock();
  await changeHeld(db, buyerId, async (tx) => {
    const there = await listCartLines(tx, { buyerId, today: dayInNairobi(now) });
    const held = new Map(there.map(({ productId, quantity }) => [productId, quantity]));
    const priced = await priceLines(tx, lines, now);
    const larger = priced.filter(({ productId, quantity }) => quantity > (held.get(productId) ?? 0));
    await upsertCartLines(tx, { buyerId, lines: larger, now });
    await refuseOverfull(tx, buyerId);
  });
  return getCart(db, buyerId, services);
}

/**
 * Says how much of one product the cart holds, at today's price.
 * @returns the cart
 * @throws AppError PRODUCT_NOT_FOUND when it is not offered, CART_FULL
 */
export async function setCartLine(
  db: Database,
  { buyerId, ...line }: CartLine & { buyerId: number },
  services: { clock: Clock },
) {
  const now = services.clock();
  await changeHeld(db, buyerId, async (tx) => {
    const priced = await priceLines(tx, [line], now);
    if (priced.length === 0) throw new AppError('PRODUCT_NOT_FOUND');
    await upsertCartLines(tx, { buyerId, lines: priced, now });
    await refuseOverfull(tx, buyerId);
  });
  return getCart(db, buyerId, services);
}

/** Takes a product out; one that isn't there is out already. @returns the cart */
export async function removeFromCart(
  db: Database,
  { buyerId, productId }: { buyerId: number; productId: number },
  services: { clock: Clock },
) {
  await deleteCartLines(db, { buyerId, productIds: [productId] });
  return getCart(db, buyerId, services);
}

/** One change of a cart after the other. A farmer who erases the account at this moment may be in the way: then once more. */
const changeHeld = (db: Database, buyerId: number, change: (tx: Database) => Promise<void>) =>
  retryDeadlock(() =>
    db.transaction(async (tx) => {
      await lockCart(tx, buyerId);
      await change(tx);
    }),
  );

/** With today's prices, in id order; what isn't offered is left out. */
async function priceLines(db: Database, lines: CartLine[], now: Date) {
  if (lines.length === 0) return [];
  const wanted = new Map(addedUp(lines).map(({ productId, quantity }) => [productId, quantity]));
  const prices = await listOfferedPrices(db, { productIds: [...wanted.keys()], today: dayInNairobi(now) });
  return prices.map((price) => ({ ...price, quantity: wanted.get(price.productId) ?? 0 }));
}

function addedUp(lines: CartLine[]): CartLine[] {
  const sums = new Map<number, number>();
  for (const { productId, quantity } of lines) sums.set(productId, (sums.get(productId) ?? 0) + quantity);
  return [...sums].map(([productId, quantity]) => ({ productId, quantity: roundedToHundredths(quantity) }));
}

async function refuseOverfull(db: Database, buyerId: number) {
  if ((await countCartLines(db, buyerId)) > CART_LINES_MAX) throw new AppError('CART_FULL');
}
