import { readFailure, sayFailure } from '#platform/web/client/failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { showToast } from '#platform/web/ui/feedback/show-toast.ts';
import { m } from '#text';

const fallbacks = { failed: m.orderStepFailed, connectionLost: m.ownOrderStepOffline };

export const stepFailure = (error: unknown): string | null =>
  error ? sayFailure(readFailure(error), fallbacks) : null;

/**
 * No step is shown as done before the server confirms it: a step is pending until the orders have
 * been refetched.
 */
function useReadAgain() {
  const { buyer } = trpc.useUtils();
  // Also after a failure: a refused step means that the order has changed in the meantime.
  return { onSettled: () => buyer.orders.invalidate() };
}

export const useCancelOrder = () => trpc.buyer.orders.cancel.useMutation(useReadAgain());
export const useReceiveOrder = () => trpc.buyer.orders.received.useMutation(useReadAgain());
export const useLeaveDifference = () =>
  trpc.buyer.orders.leaveDifference.useMutation(useReadAgain());
export const useDisputeOrder = () => trpc.buyer.orders.dispute.useMutation(useReadAgain());
export const useRateOrder = () => trpc.buyer.orders.rate.useMutation(useReadAgain());

/**
 * Shows a toast if a step succeeds, and closes its question in any case; the banner reports a
 * failure.
 */
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
