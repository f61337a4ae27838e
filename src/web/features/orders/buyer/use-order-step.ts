import { useState } from 'react';
import { m } from '#shared/text/compiled/messages.js';
import { readFailure, sayFailure } from '#web/app/client/failure.ts';
import { trpc } from '#web/app/client/trpc.ts';

const fallbacks = { failed: m.orderStepFailed, connectionLost: m.ownOrderStepOffline };

/** Takes a step of an order. Nothing is shown as done before the server confirms it. */
export function useOrderStep() {
  const { client, buyer } = trpc.useUtils();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function take(step: (orders: typeof client.buyer.orders) => Promise<unknown>): Promise<boolean> {
    setIsBusy(true);
    setFailure(null);
    try {
      await step(client.buyer.orders);
      return true;
    } catch (error) {
      setFailure(sayFailure(readFailure(error), fallbacks));
      return false;
    } finally {
      // Also after a failure: a step that was refused means that the order has changed meanwhile.
      await buyer.orders.invalidate().catch(() => {});
      setIsBusy(false);
    }
  }

  return { take, isBusy, failure, clearFailure: () => setFailure(null) };
}
