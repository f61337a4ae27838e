import { useQueryClient } from '@tanstack/react-query';
import { m } from '#text';
import { readFailure, sayFailure } from '#web/rpc.ts';
import { trpc } from '#web/trpc.ts';

const fallbacks = { failed: m.dashboardLoadFailed, connectionLost: m.cannotConnect };
const FRESH_MILLISECONDS = 30_000;
const settings = { staleTime: FRESH_MILLISECONDS };

export const loadFailureText = (error: unknown) => sayFailure(readFailure(error), fallbacks);

export const useProfile = () => trpc.farmer.profile.useQuery(undefined, settings);
export type FarmerProfile = NonNullable<ReturnType<typeof useProfile>['data']>;

export const useOverview = () => trpc.farmer.overview.useQuery(undefined, settings);

export function useRetryAll(): () => void {
  const queryClient = useQueryClient();
  return () =>
    void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
}

export function useRefreshOrders(): () => Promise<void> {
  const { farmer } = trpc.useUtils();
  return async () => {
    await Promise.all([
      farmer.orders.invalidate(),
      farmer.overview.invalidate(),
      farmer.payments.invalidate(),
      farmer.products.list.invalidate(),
    ]);
  };
}
