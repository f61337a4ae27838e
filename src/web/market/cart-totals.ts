import { centsOf, shillingsOf } from '#shared/money.ts';
import type { WholeOffer } from './offer.ts';

export type CartItem = { product: WholeOffer; quantity: number };
export type FarmItems = { farmId: number; farmName: string; county: string; items: CartItem[] };

/** In shillings. Each line is rounded to the cent, as an order's lines are, and then summed. */
export const lineTotal = ({ product: { price }, quantity }: CartItem): number => shillingsOf(lineCents(price, quantity));

export const totalOf = (items: readonly CartItem[]): number =>
  shillingsOf(items.reduce((sum, { product: { price }, quantity }) => sum + lineCents(price, quantity), 0));

const lineCents = (price: number, quantity: number) => Math.round(centsOf(price) * quantity);

/** By farm, in the order in which the farms came into the cart. */
export function farmsOf(items: readonly CartItem[]): FarmItems[] {
  const farms = new Map<number, FarmItems>();
  for (const item of items) {
    const { farmId, farmName, county } = item.product;
    const farm = farms.get(farmId) ?? { farmId, farmName, county, items: [] };
    farm.items.push(item);
    farms.set(farmId, farm);
  }
  return [...farms.values()];
}
