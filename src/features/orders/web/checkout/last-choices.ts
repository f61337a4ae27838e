import * as z from 'zod/mini';
import { type PaymentMethod, paymentMethods } from '#orders/rules/order-facts.ts';
import { deviceStore } from '#web/storage.ts';

/** The key contains the buyer, so that another buyer on the same phone does not find it. */
const key = (buyerId: number) => `lastDelivery ${buyerId}`;

const lastDelivery = z.object({
  deliveryAddress: z.string(),
  latitude: z.string(),
  longitude: z.string(),
  placeName: z.string(),
  gpsName: z._default(z.string(), ''),
});
type LastDelivery = z.infer<typeof lastDelivery>;

export function keepLastDelivery(
  buyerId: number,
  { deliveryAddress, latitude, longitude, placeName, gpsName }: LastDelivery,
): void {
  const last: LastDelivery = { deliveryAddress, latitude, longitude, placeName, gpsName };
  deviceStore.writeJson(key(buyerId), last);
}

export function readLastDelivery(buyerId: number): LastDelivery | null {
  const last = deviceStore.readAs(key(buyerId), lastDelivery);
  if (!last) return null;
  const isLandmark = last.deliveryAddress !== last.placeName;
  return { ...last, deliveryAddress: isLandmark ? last.deliveryAddress : '' };
}

const KEY = 'lastPayment';

export const keepLastPayment = (method: PaymentMethod): void => void deviceStore.write(KEY, method);

export function readLastPayment(): PaymentMethod | undefined {
  const kept = deviceStore.read(KEY);
  return paymentMethods.find((method) => method === kept);
}
