import type { Database } from '#platform/server/db/database.ts';
import { hideProductsOf, lockProduct, unhideProductsOf, updateHidden } from './stock/queries.ts';

/**
 * Hides all products of a farmer. The moment tells them from products that were hidden one by one.
 */
export const hideFarmersProducts = (tx: Database, farmerId: number, hiddenAt: Date) =>
  hideProductsOf(tx, farmerId, hiddenAt);

/** Shows exactly the products again that were hidden at that moment. */
export const unhideFarmersProducts = (tx: Database, farmerId: number, hiddenAt: Date) =>
  unhideProductsOf(tx, farmerId, hiddenAt);

/** `suspended`: it comes back with its farmer, not before. */
export type Hiding =
  | { outcome: 'unknown' | 'already' | 'suspended' }
  | { outcome: 'changed'; name: string };

/** Hides one product, in the caller's transaction. */
export async function hideProduct(tx: Database, productId: number, now: Date): Promise<Hiding> {
  const product = await lockProduct(tx, productId);
  if (!product) return { outcome: 'unknown' };
  if (product.hiddenAt) return { outcome: 'already' };
  await updateHidden(tx, productId, now);
  return { outcome: 'changed', name: product.name };
}

/** Shows it again. */
export async function unhideProduct(tx: Database, productId: number): Promise<Hiding> {
  const product = await lockProduct(tx, productId);
  if (!product) return { outcome: 'unknown' };
  if (!product.hiddenAt) return { outcome: 'already' };
  if (product.farmerSuspendedAt) return { outcome: 'suspended' };
  await updateHidden(tx, productId, null);
  return { outcome: 'changed', name: product.name };
}
