import type { inferRouterOutputs } from '@trpc/server';
import { wishableDays } from '#features/orders/rules/order-facts.ts';
import type { AppRouter } from '#platform/contract/router.ts';
import type { Position } from '#platform/rules/geo/geo.ts';

/**
 * The form's fields as text. `collected` holds the ids of the farms that the buyer collects from.
 */
export const emptyCheckout = {
  collected: '',
  deliveryAddress: '',
  /**
   * The position that a person wrote the address for, as "latitude longitude"; empty if unknown.
   */
  addressFor: '',
  latitude: '',
  longitude: '',
  placeName: '',
  paymentMethod: '',
  /** A calendar day, or empty. */
  wishedDay: '',
  wishedPart: '',
  note: '',
};
export type CheckoutValues = typeof emptyCheckout;

export const checkoutFields = [
  'deliveryAddress',
  'latitude',
  'paymentMethod',
  'wishedDay',
  'wishedPart',
  'note',
] as const;

/** A farm does not deliver beyond its radius, nor below its minimum order. */
export const canDeliver = ({
  delivers,
  isBelowMinimum,
}: Pick<FarmQuote, 'delivers' | 'isBelowMinimum'>): boolean =>
  delivers !== false && !isBelowMinimum;

/** Whether the buyer has chosen to collect. */
export const wantsCollection = (
  { collected }: Pick<CheckoutValues, 'collected'>,
  { farmId }: Pick<FarmQuote, 'farmId'>,
): boolean => collected.split(' ').includes(String(farmId));

/** Whether a farm's part is collected: by choice, or because it cannot be delivered. */
export const isCollected = (values: Pick<CheckoutValues, 'collected'>, farm: FarmQuote): boolean =>
  wantsCollection(values, farm) || !canDeliver(farm);

/** Whether an order's total is rounded up to the shilling. */
export const isRounded = (farm: FarmQuote, isCollectedNow: boolean): boolean =>
  isCollectedNow
    ? farm.collectedTotal !== farm.subtotal
    : farm.deliveredTotal !== farm.subtotal + farm.deliveryFee;

export function withCollected(collected: string, farmId: number, isNow: boolean): string {
  const others = collected.split(' ').filter((id) => id !== '' && id !== String(farmId));
  return (isNow ? [...others, String(farmId)] : others).join(' ');
}

/** The delivery position; null until a place is chosen. */
export const placeOf = ({ latitude, longitude }: CheckoutValues): Position | null =>
  latitude && longitude ? { latitude: Number(latitude), longitude: Number(longitude) } : null;

/** The total over all farms, each delivered or collected as chosen. */
export const totalOf = (values: CheckoutValues, farms: readonly FarmQuote[]): number =>
  farms.reduce(
    (sum, farm) => sum + (isCollected(values, farm) ? farm.collectedTotal : farm.deliveredTotal),
    0,
  );

export const depositSum = (farms: readonly FarmQuote[]): number =>
  farms.reduce((sum, { deposit }) => sum + deposit, 0);

/** Whether there are only announced harvests. */
export const isOnlyPreOrder = (farms: readonly FarmQuote[]): boolean =>
  farms.length > 0 && farms.every(({ harvestBy }) => Boolean(harvestBy));

/** How the goods are paid. An announced harvest is paid by M-Pesa in any case. */
export const paymentOf = (
  { paymentMethod }: Pick<CheckoutValues, 'paymentMethod'>,
  farms: readonly FarmQuote[],
): string => (isOnlyPreOrder(farms) ? 'M-Pesa' : paymentMethod);

/** The order as sent. If nothing is delivered, it needs no address and no position. */
export function orderOf(values: CheckoutValues, farms: readonly FarmQuote[]) {
  const collected = farms.filter((farm) => isCollected(values, farm));
  const isAllCollected = collected.length === farms.length;
  const place = placeOf(values);
  // A draft may contain a day that is over by now; its field then shows "any day".
  const wishedDay = wishableDays(new Date()).find((day) => day === values.wishedDay) ?? null;
  return {
    fulfilment: isAllCollected ? 'collection' : 'delivery',
    ...(!isAllCollected && {
      farms: collected.map(({ farmId }) => ({ farmId, fulfilment: 'collection' })),
      deliveryAddress: values.deliveryAddress,
      latitude: place?.latitude ?? null,
      longitude: place?.longitude ?? null,
    }),
    paymentMethod: paymentOf(values, farms),
    ...(wishedDay && { wishedDay, wishedPart: values.wishedPart || null }),
    note: values.note,
    expectedTotal: totalOf(values, farms),
    expectedDeposit: depositSum(farms),
  };
}

type Buyer = inferRouterOutputs<AppRouter>['buyer'];

export type Cart = Buyer['cart']['get'];
/** A farm's totals for delivery and for collection, and its distance. */
export type FarmQuote = Buyer['orders']['quote']['farms'][number];
/** The goods of an earlier order, now and as they were ordered. */
export type EarlierOrder = Buyer['orders']['again'];
export type PlacedOrders = Buyer['orders']['place']['orders'];
