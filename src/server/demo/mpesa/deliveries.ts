/** How M-Pesa's callbacks reach the application. */
export type Delivery = { isLost: boolean; isDoubled: boolean; lateSeconds: number };

export type Deliver = (url: string, body: unknown) => Promise<void>;

/** Delivers callbacks: depending on the current settings in `delivery` they get lost, come twice, or late. */
export function createDeliveries(deliver: Deliver) {
  const delivery: Delivery = { isLost: false, isDoubled: false, lateSeconds: 0 };
  const underWay = new Set<Promise<void>>();

  return {
    delivery,
    /** Sends a callback without waiting for it. */
    send(url: string, body: unknown) {
      const { isLost, isDoubled, lateSeconds } = delivery;
      if (isLost) return;
      const once = () => deliver(url, body).catch(() => {});
      const all = async () => {
        await Promise.all(isDoubled ? [once(), once()] : [once()]);
      };
      if (lateSeconds > 0) {
        setTimeout(() => void all(), lateSeconds * 1000).unref();
        return;
      }
      const sending = all().finally(() => underWay.delete(sending));
      underWay.add(sending);
    },
    /** Resolves when all callbacks have arrived, except those that are late on purpose. */
    async delivered() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
