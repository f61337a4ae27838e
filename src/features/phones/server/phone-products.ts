import { upsertLine } from '#features/accounts/server/people-queries.ts';
import { pricedUnitText, unitText } from '#features/products/rules/unit-texts.ts';
import { getOwnProduct, listOwnProducts } from '#features/products/server/list-own-products.ts';
import type { Language } from '#platform/rules/language.ts';
import { figureText } from '#platform/rules/text/figure-text.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { say, shortAmount, shortName } from './say.ts';

type Needs = { clock: Clock };
type OwnProduct = Awaited<ReturnType<typeof getOwnProduct>>;
export type PhoneProduct = Pick<
  OwnProduct,
  'id' | 'name' | 'quantity' | 'unit' | 'price' | 'netWeightKg' | 'crop' | 'isAsked'
> & {
  /** A new quantity does not put it on the market again. */
  isPastDate: boolean;
};

const phoneProduct = ({ name, ...product }: OwnProduct): PhoneProduct => ({
  ...product,
  name: shortName(name),
  isPastDate: product.status === 'expired' && !product.isAsked,
});

/** One of a farmer's products, also if it is too old for the lists; null if it was deleted. */
export async function findPhoneProduct(
  db: Database,
  own: { farmerId: number; productId: number },
  services: Needs,
): Promise<PhoneProduct | null> {
  try {
    return phoneProduct(await getOwnProduct(db, own, services));
  } catch (error) {
    if (error instanceof AppError && error.code === 'PRODUCT_NOT_FOUND') return null;
    throw error;
  }
}

export type NumberedProduct = PhoneProduct & { number: number };

/** The newest page of a farmer's products, the oldest of them first. */
async function listPhoneProducts(
  db: Database,
  farmerId: number,
  services: Needs,
): Promise<PhoneProduct[]> {
  return (await listOwnProducts({ ...services, db, user: { id: farmerId } }, {})).products
    .toReversed()
    .map(phoneProduct);
}

/**
 * A farmer's products for a list that is shown now. The oldest one is number 1, so that a new
 * product usually changes no number. The numbers are stored, so that the next SMS refers to the
 * same products, whatever is added or deleted in between.
 */
export async function numberProducts(
  db: Database,
  farmerId: number,
  services: Needs,
): Promise<NumberedProduct[]> {
  const products = await listPhoneProducts(db, farmerId, services);
  if (products.length > 0)
    await upsertLine(db, farmerId, { listedProducts: products.map(({ id }) => id) });
  return products.map((product, at) => ({ ...product, number: at + 1 }));
}

type Listed = { userId: number; listedProducts: unknown };

/** Empty before the first list. */
const listedIds = ({ listedProducts }: Listed): unknown[] =>
  Array.isArray(listedProducts) ? listedProducts : [];

/**
 * The current products of the last list, with its numbers and without deleted ones. A new list if
 * there was none.
 */
export async function listNumbered(
  db: Database,
  speaker: Listed,
  services: Needs,
): Promise<NumberedProduct[]> {
  const ids = listedIds(speaker);
  if (ids.length === 0) return numberProducts(db, speaker.userId, services);
  const products = new Map(
    (await listPhoneProducts(db, speaker.userId, services)).map((product) => [product.id, product]),
  );
  return ids.flatMap((id, at) => {
    const product = typeof id === 'number' ? products.get(id) : undefined;
    return product ? [{ ...product, number: at + 1 }] : [];
  });
}

/** The id of a product in the last list; null if no product has this number. */
export function productOf(speaker: Listed, number: number): number | null {
  const id = listedIds(speaker)[number - 1];
  return typeof id === 'number' ? id : null;
}

export const quantityOf = (
  { name, quantity, unit }: Pick<PhoneProduct, 'name' | 'quantity' | 'unit'>,
  language: Language,
) => ({
  product: name,
  quantity: figureText(quantity),
  unit: unitText(quantity, unit, { locale: language }),
});

/** A product in a list; one past its date says so. */
export function lineOf(
  { number, isPastDate, ...product }: PhoneProduct & { number?: number },
  language: Language,
): string {
  const values = quantityOf(product, language);
  const line =
    number === undefined
      ? say(language, 'productLine', values)
      : say(language, 'stockLine', { ...values, number });
  return isPastDate ? say(language, 'lineExpired', { line }) : line;
}

/** `one`: what the price is for, such as "90 kg bag". */
export const priceOf = (
  { price, unit, netWeightKg }: Pick<PhoneProduct, 'price' | 'unit' | 'netWeightKg'>,
  language: Language,
) => ({
  price: shortAmount(price),
  one: pricedUnitText(unit, netWeightKg, { locale: language }),
});
