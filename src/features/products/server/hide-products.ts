import type { Database } from '#platform/server/db/database.ts';
import { hideProductsOf, lockProduct, unhideProductsOf, updateHidden } from './stock/queries.ts';

/** `hiddenAt` distinguishes them from products that were hidden one by one. */
export const hideFarmersProducts = (tx: Database, farmerId: number, hiddenAt: Date) =>
  hideProductsOf(tx, farmerId, hiddenAt);

export const unhideFarmersProducts = (tx: Database, farmerId: number, hiddenAt: Date) =>
  unhideProductsOf(tx, farmerId, hiddenAt);

/** `suspended`: the product returns only together with its farmer. */
export type Hiding =
  | { outcome: 'unknown' | 'already' | 'suspended' }
  | { outcome: 'changed'; name: string };

export async function hideProduct(tx: Database, productId: number, now: Date): Promise<Hiding> {
  const product = await lockProduct(tx, productId);
  if (!product) return { outcome: 'unknown' };
  if (product.hiddenAt) return { outcome: 'already' };
  await updateHidden(tx, productId, now);
  return { outcome: 'changed', name: product.name };
}

export const findProductState = async (tx: Database, productId: number) => {
  const product = await lockProduct(tx, productId);
  return product && { name: product.name, hiddenAt: product.hiddenAt };
};

export async function unhideProduct(tx: Database, productId: number): Promise<Hiding> {
  const product = await lockProduct(tx, productId);
  if (!product) return { outcome: 'unknown' };
  if (!product.hiddenAt) return { outcome: 'already' };
  if (product.farmerSuspendedAt) return { outcome: 'suspended' };
  await updateHidden(tx, productId, null);
  return { outcome: 'changed', name: product.name };
}
