import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '#platform/contract.ts';
import { retryUnlessRefused } from '#platform/web/client/failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { hasSms } from '#platform/web/shell/site-info.ts';

export type PhoneLine = inferRouterOutputs<AppRouter>['phone']['get'];

export const usePhone = () =>
  trpc.phone.get.useQuery(undefined, { enabled: hasSms(), retry: retryUnlessRefused });
