/** How callbacks are delivered. `isReordered`: each waits until the next one was sent. */
export type Delivery = {
  isLost: boolean;
  isDoubled: boolean;
  isReordered: boolean;
  lateSeconds: number;
};

export type Deliver = (url: string, body: unknown) => Promise<void>;

export function createDeliveries(deliver: Deliver) {
  const delivery: Delivery = {
    isLost: false,
    isDoubled: false,
    isReordered: false,
    lateSeconds: 0,
  };
  const underWay = new Set<Promise<void>>();
  let held: (() => void) | null = null;
  const releaseHeld = () => {
    const release = held;
    held = null;
    release?.();
  };

  return {
    delivery,
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
      const begin = () => {
        const sending = Promise.resolve()
          .then(all)
          .finally(() => underWay.delete(sending));
        underWay.add(sending);
        return sending;
      };
      if (delivery.isReordered && held === null) {
        held = () => void begin();
        return;
      }
      const sent = begin();
      if (held) void sent.then(releaseHeld);
    },
    /** Resolves when all callbacks have arrived, except those that are late on purpose. */
    async delivered() {
      if (underWay.size === 0) releaseHeld();
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
