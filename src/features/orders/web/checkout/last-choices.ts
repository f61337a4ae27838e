import * as z from 'zod/mini';
import { type PaymentMethod, paymentMethods } from '#orders/rules/order-facts.ts';

/** The key contains the buyer, so that another buyer on the same phone does not find it. */
const key = (buyerId: number) => `lastDelivery ${buyerId}`;

const lastDelivery = z.object({
  deliveryAddress: z.string(),
  latitude: z.string(),
  longitude: z.string(),
  placeName: z.string(),
});
type LastDelivery = z.infer<typeof lastDelivery>;

export function keepLastDelivery(
  buyerId: number,
  { deliveryAddress, latitude, longitude, placeName }: LastDelivery,
): void {
  try {
    localStorage.setItem(
      key(buyerId),
      JSON.stringify({ deliveryAddress, latitude, longitude, placeName }),
    );
  } catch {
    // Without storage the next checkout asks again.
  }
}

export function readLastDelivery(buyerId: number): LastDelivery | null {
  try {
    const { data } = lastDelivery.safeParse(
      JSON.parse(localStorage.getItem(key(buyerId)) ?? 'null'),
    );
    if (!data) return null;
    const isLandmark = data.deliveryAddress !== data.placeName;
    return { ...data, deliveryAddress: isLandmark ? data.deliveryAddress : '' };
  } catch {
    return null;
  }
}

const KEY = 'lastPayment';

export function keepLastPayment(method: PaymentMethod): void {
  try {
    localStorage.setItem(KEY, method);
  } catch {}
}

export function readLastPayment(): PaymentMethod | undefined {
  try {
    const kept = localStorage.getItem(KEY);
    return paymentMethods.find((method) => method === kept);
  } catch {
    return undefined;
  }
}
