import { readFailure, retryUnlessRefused, sayFailure } from '#platform/web/client/failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { showToast } from '#platform/web/ui/feedback/show-toast.ts';
import { m } from '#text';

const fallbacks = { failed: m.standingFailed, connectionLost: m.standingOffline };

export const standingFailure = (error: unknown): string | null =>
  error ? sayFailure(readFailure(error), fallbacks) : null;

export const useStandingOrders = () =>
  trpc.buyer.standingOrders.list.useQuery(undefined, { retry: retryUnlessRefused });

function useAnswered() {
  const { list } = trpc.useUtils().buyer.standingOrders;
  return {
    // A running request would restore the old list.
    onMutate: () => list.cancel(),
    onSuccess: (all: NonNullable<ReturnType<typeof list.getData>>) => list.setData(undefined, all),
    // Another device, or the clock, has changed it in the meantime.
    onError: () => void list.invalidate(),
  };
}

export function useStandingSteps() {
  const answered = useAnswered();
  const { standingOrders } = trpc.buyer;
  return {
    pause: standingOrders.pause.useMutation(answered),
    resume: standingOrders.resume.useMutation(answered),
    skip: standingOrders.skip.useMutation(answered),
    end: standingOrders.end.useMutation(answered),
  };
}

export const useChangeProposal = () => trpc.buyer.standingOrders.change.useMutation(useAnswered());
export const useCreateStandingOrder = () =>
  trpc.buyer.standingOrders.create.useMutation(useAnswered());

export function sayResult(step: Promise<unknown>, done: string): Promise<void> {
  return step.then(
    () => showToast('success', done),
    (error: unknown) => showToast('error', standingFailure(error) ?? m.standingFailed()),
  );
}
