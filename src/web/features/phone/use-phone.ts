import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '#server/trpc/app-router.ts';
import { retryUnlessRefused } from '#web/app/client/failure.ts';
import { trpc } from '#web/app/client/trpc.ts';
import { hasSms } from '#web/app/shell/site-info.ts';

export type PhoneLine = inferRouterOutputs<AppRouter>['phone']['get'];

/** A person's phone number and what it may do; not asked for where the server sends no SMS. */
export const usePhone = () => trpc.phone.get.useQuery(undefined, { enabled: hasSms(), retry: retryUnlessRefused });
