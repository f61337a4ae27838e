import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '#server/trpc/app-router.ts';
import type { trpc } from '#web/app/client/trpc.ts';

/** A buyer's cart as the server keeps it. */
export type Cart = inferRouterOutputs<AppRouter>['buyer']['cart']['get'];
export type CartFarmView = Cart['farms'][number];
export type CartLineView = Cart['lines'][number];

/** What was read of the server, and the calls to it. */
export type ServerCache = ReturnType<typeof trpc.useUtils>;
