/* A farmer's own products: for the dashboard, for REST, and as SMS and USSD name them, by their
 * numbers in the last list. */

import { upsertLine } from '#accounts/server/people-queries.ts';
import { listOwnPhotos } from '#photos/server/attached-photos.ts';
import { amountText, figureText, shillingsOf } from '#rules/amounts.ts';
import { dayInNairobi } from '#rules/day.ts';
import { shortName } from '#rules/text/sms.ts';
import { AppError } from '#server/app-error.ts';
import { pageById } from '#server/cursor.ts';
import { m } from '#text';
import type { WebhookSource } from '#webhooks/server/manage-webhooks.ts';
import { swahiliNameOf } from '../rules/crops.ts';
import { isAskedAbout, type ListOwnProducts, productStatus } from '../rules/product.ts';
import {
  type BuyerCategory,
  buyerCategories,
  type Category,
  isBuyerCategory,
  ON_FARM_ACCURACY_METRES,
  ON_FARM_METRES,
  OWN_PRODUCTS_PAGE_SIZE,
} from '../rules/product-facts.ts';
import { pricedUnitText, unitText } from '../rules/product-texts.ts';
import {
  countOwnProducts,
  findOwnProduct,
  listOwnProducts as listRows,
} from './own-product-queries.ts';

export type FarmerCall = Pick<Call, 'db' | 'clock'> & { user: { id: number } };

export async function listOwnProducts(
  { db, user, clock }: FarmerCall,
  { search, category, cursor, limit = OWN_PRODUCTS_PAGE_SIZE }: ListOwnProducts,
) {
  const categories = category && membersOf(category);
  const { rows, nextCursor } = await pageById(
    (part) => listRows(db, { farmerId: user.id, search, categories, ...part }),
    { name: 'own', cursor, size: limit, idOf: ({ id }) => id },
  );
  return { products: await readOwnProducts(db, rows, clock()), nextCursor };
}

const membersOf = (category: Category | BuyerCategory): readonly Category[] =>
  isBuyerCategory(category) ? buyerCategories[category] : [category];

export async function getOwnProduct(
  db: Database,
  own: { farmerId: number; productId: number },
  { clock }: { clock: Clock },
): Promise<OwnProduct> {
  const row = await findOwnProduct(db, own);
  const [product] = row ? await readOwnProducts(db, [row], clock()) : [];
  if (!product) throw new AppError('PRODUCT_NOT_FOUND');
  return product;
}

export const productSource: WebhookSource = {
  kind: 'product',
  async read(db, { id: productId, userId: farmerId }, { clock }) {
    const row = await findOwnProduct(db, { farmerId, productId });
    const [product] = row ? await readOwnProducts(db, [row], clock()) : [];
    return product ? { product } : null;
  },
};

export const countProducts = (db: Database, farmerId: number, { clock }: { clock: Clock }) =>
  countOwnProducts(db, { farmerId, today: dayInNairobi(clock()) });

type OwnRow = NonNullable<Awaited<ReturnType<typeof findOwnProduct>>>;

/** As in §3. Money in KES. */
async function readOwnProducts(db: Database, rows: OwnRow[], now: Date) {
  const today = dayInNairobi(now);
  const photos = await listOwnPhotos(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map(
    ({
      priceCents,
      pricePerKgCents,
      capturedMetresFromFarm,
      capturedAccuracyMetres,
      hiddenAt,
      storedStatus,
      askedAt,
      ...product
    }) => ({
      ...product,
      swahiliName: swahiliNameOf(product),
      status: productStatus({ ...product, hiddenAt, storedStatus }, today),
      isAsked: isAskedAbout({ ...product, hiddenAt, storedStatus, askedAt }, today),
      price: shillingsOf(priceCents),
      pricePerKg: pricePerKgCents === null ? null : shillingsOf(pricePerKgCents),
      isPhotographedOnFarm: isPhotographedOnFarm({
        capturedMetresFromFarm,
        capturedAccuracyMetres,
      }),
      photos: photos.get(product.id)?.photos ?? [],
      /** Found broken after they were stored. */
      unreadablePhotos: photos.get(product.id)?.unreadableCount ?? 0,
    }),
  );
}

type OwnProduct = Awaited<ReturnType<typeof readOwnProducts>>[number];

type Capture = { capturedMetresFromFarm: number | null; capturedAccuracyMetres: number | null };

export const isPhotographedOnFarm = ({ capturedMetresFromFarm, capturedAccuracyMetres }: Capture) =>
  capturedMetresFromFarm !== null &&
  capturedMetresFromFarm <= ON_FARM_METRES &&
  capturedAccuracyMetres !== null &&
  capturedAccuracyMetres <= ON_FARM_ACCURACY_METRES;

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
  { db, user, ...services }: FarmerCall,
  productId: number,
): Promise<PhoneProduct | null> {
  try {
    return phoneProduct(await getOwnProduct(db, { farmerId: user.id, productId }, services));
  } catch (error) {
    if (error instanceof AppError && error.code === 'PRODUCT_NOT_FOUND') return null;
    throw error;
  }
}

type NumberedProduct = PhoneProduct & { number: number };

/** The newest page of a farmer's products, the oldest of them first. */
async function listPhoneProducts(call: FarmerCall): Promise<PhoneProduct[]> {
  return (await listOwnProducts(call, {})).products.toReversed().map(phoneProduct);
}

/**
 * A farmer's products for a list that is shown now. The oldest one is number 1, so that a new
 * product usually changes no number. The numbers are stored, so that the next SMS refers to the
 * same products, whatever is added or deleted in between.
 */
export async function numberProducts(call: FarmerCall): Promise<NumberedProduct[]> {
  const products = await listPhoneProducts(call);
  if (products.length > 0)
    await upsertLine(call.db, call.user.id, { listedProducts: products.map(({ id }) => id) });
  return products.map((product, at) => ({ ...product, number: at + 1 }));
}

type Listed = { listedProducts: unknown };

/** Empty before the first list. */
const listedIds = ({ listedProducts }: Listed): unknown[] =>
  Array.isArray(listedProducts) ? listedProducts : [];

/**
 * The current products of the last list, with its numbers and without deleted ones. A new list if
 * there was none.
 */
export async function listNumbered(call: FarmerCall, listed: Listed): Promise<NumberedProduct[]> {
  const ids = listedIds(listed);
  if (ids.length === 0) return numberProducts(call);
  const products = new Map((await listPhoneProducts(call)).map((product) => [product.id, product]));
  return ids.flatMap((id, at) => {
    const product = typeof id === 'number' ? products.get(id) : undefined;
    return product ? [{ ...product, number: at + 1 }] : [];
  });
}

export function productOf(listed: Listed, number: number) {
  const id = listedIds(listed)[number - 1];
  return typeof id === 'number' ? id : null;
}

type InLanguage = { locale: Language };

export const quantityOf = (
  { name, quantity, unit }: Pick<PhoneProduct, 'name' | 'quantity' | 'unit'>,
  options: InLanguage,
) => ({
  product: name,
  quantity: figureText(quantity),
  unit: unitText(quantity, unit, options),
});

/** A product in a list; one past its date says so. */
export function lineOf(
  { number, isPastDate, ...product }: PhoneProduct & { number?: number },
  options: InLanguage,
) {
  const values = quantityOf(product, options);
  const line =
    number === undefined
      ? m.smsProductLine(values, options)
      : m.smsStockLine({ ...values, number }, options);
  return isPastDate ? m.smsLineExpired({ line }, options) : line;
}

/** `one`: what the price is for, such as "90 kg bag". */
export const priceOf = (
  { price, unit, netWeightKg }: Pick<PhoneProduct, 'price' | 'unit' | 'netWeightKg'>,
  options: InLanguage,
) => ({ price: amountText(price), one: pricedUnitText(unit, netWeightKg, options) });
