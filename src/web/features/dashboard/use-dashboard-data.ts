import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { m } from '#shared/text/compiled/messages.js';
import { readFailure, retryUnlessRefused, sayFailure } from '#web/app/client/failure.ts';
import { trpc } from '#web/app/client/trpc.ts';
import { showToast } from '#web/ui/feedback/show-toast.ts';
import { useOwnProducts } from './use-own-products.ts';

const fallbacks = { failed: m.dashboardLoadFailed, connectionLost: m.cannotConnect };
const FRESH_MILLISECONDS = 30_000;
const settings = { retry: retryUnlessRefused, staleTime: FRESH_MILLISECONDS };

/** The sentence for a load that failed: the server's own where it has one (403), else the specification's. */
export const loadFailureText = (error: unknown): string => sayFailure(readFailure(error), fallbacks);

export const useProfile = () => trpc.farmer.profile.useQuery(undefined, settings);
export type FarmerProfile = NonNullable<ReturnType<typeof useProfile>['data']>;

export const useOverview = () => trpc.farmer.overview.useQuery(undefined, settings);

/** What every tab draws on, asked for in parallel on entry. The first failure is said once; its place on the page offers Retry. */
export function useDashboardData() {
  const profile = useProfile();
  const overview = useOverview();
  const products = useOwnProducts();
  const error: unknown = profile.error ?? overview.error ?? products.error;
  const text = error && readFailure(error).code !== 'NOT_LOGGED_IN' ? loadFailureText(error) : null;
  useEffect(() => {
    if (text) showToast('error', text);
  }, [text]);
  return { profile, overview, products };
}

/** Repeats every query that has failed, on this tab and on the others, so that one press on Retry is enough. */
export function useRetryAll(): () => void {
  const queryClient = useQueryClient();
  return () => void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
}

/** Asks anew for all that a step with an order changes: the orders, the figures, the money, and what is in stock. */
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
