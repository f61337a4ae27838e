import { readFailure, sayFailure } from '#platform/web/client/failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { showToast } from '#platform/web/ui/feedback/show-toast.ts';
import { m } from '#text';

const fallbacks = { failed: m.orderStepFailed, connectionLost: m.ownOrderStepOffline };

export const stepFailure = (error: unknown): string | null =>
  error ? sayFailure(readFailure(error), fallbacks) : null;

/** A step stays pending until the orders have been refetched. */
function useReadAgain() {
  const { buyer } = trpc.useUtils();
  // Also after a failure, because a refused step means that the order has changed.
  return { onSettled: () => buyer.orders.invalidate() };
}

export const useCancelOrder = () => trpc.buyer.orders.cancel.useMutation(useReadAgain());
export const useReceiveOrder = () => trpc.buyer.orders.received.useMutation(useReadAgain());
export const useLeaveDifference = () =>
  trpc.buyer.orders.leaveDifference.useMutation(useReadAgain());
export const useDisputeOrder = () => trpc.buyer.orders.dispute.useMutation(useReadAgain());
export const useRateOrder = () => trpc.buyer.orders.rate.useMutation(useReadAgain());

/** The banner reports a failure. */
export function finishStep(
  step: Promise<unknown>,
  { done, close }: { done: string; close: () => void },
) {
  step
    .then(
      () => showToast('success', done),
      () => {},
    )
    .finally(close);
}
