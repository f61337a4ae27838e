import { unitText } from '#features/products/rules/unit-texts.ts';
import { getOwnProduct, listOwnProducts } from '#features/products/server/list-own-products.ts';
import type { Language } from '#platform/rules/language.ts';
import { figureText } from '#platform/rules/text/figure-text.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { updateLine } from './lines/queries.ts';
import { shortName } from './say.ts';

type Needs = { clock: Clock };
export type PhoneProduct = Pick<
  Awaited<ReturnType<typeof getOwnProduct>>,
  'id' | 'name' | 'quantity' | 'unit'
>;

const phoneProduct = ({ id, name, quantity, unit }: PhoneProduct): PhoneProduct => ({
  id,
  name: shortName(name),
  quantity,
  unit,
});

/**
 * One of a farmer's products, also one that is in no list any more because it has so many newer
 * ones; null where it is gone.
 */
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

/** The newest of a farmer's products, as many as a page has, the oldest of them first. */
async function listPhoneProducts(
  db: Database,
  farmerId: number,
  services: Needs,
): Promise<PhoneProduct[]> {
  return (await listOwnProducts(db, { farmerId }, services)).products
    .toReversed()
    .map(phoneProduct);
}

/**
 * A farmer's products, for a list that is shown now. The oldest of them is 1, so that as a rule a
 * new one changes no number. What a number means here is what it means in the next SMS, whatever is
 * added or deleted in between.
 */
export async function numberProducts(
  db: Database,
  farmerId: number,
  services: Needs,
): Promise<NumberedProduct[]> {
  const products = await listPhoneProducts(db, farmerId, services);
  if (products.length > 0)
    await updateLine(db, farmerId, { listedProducts: products.map(({ id }) => id) });
  return products.map((product, at) => ({ ...product, number: at + 1 }));
}

type Listed = { userId: number; listedProducts: unknown };

/** Numbers mean nothing before the first list. */
const listedIds = ({ listedProducts }: Listed): unknown[] =>
  Array.isArray(listedProducts) ? listedProducts : [];

/**
 * The products of the last list with its numbers, as they are now; those that are gone are left
 * out. Before any list: a new one.
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

/** The id of a product in the last list; null where it has none with this number. */
export function productOf(speaker: Listed, number: number): number | null {
  const id = listedIds(speaker)[number - 1];
  return typeof id === 'number' ? id : null;
}

export const quantityOf = (
  { name, quantity, unit }: Omit<PhoneProduct, 'id'>,
  language: Language,
) => ({
  product: name,
  quantity: figureText(quantity),
  unit: unitText(quantity, unit, { locale: language }),
});
