/** How what M-Pesa has to say reaches the application. */
export type Delivery = { isLost: boolean; isDoubled: boolean; lateSeconds: number };

export type Deliver = (url: string, body: unknown) => Promise<void>;

/** The way of callbacks: as the settings in `delivery` are at the moment, they get lost, come twice, or late. */
export function createDeliveries(deliver: Deliver) {
  const delivery: Delivery = { isLost: false, isDoubled: false, lateSeconds: 0 };
  const underWay = new Set<Promise<void>>();

  return {
    delivery,
    /** Sends something on its way, and doesn't wait for it. */
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
    /** Resolves when all that was sent on its way has arrived; what is late on purpose is not waited for. */
    async delivered() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
