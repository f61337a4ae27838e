import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '#server/trpc/app-router.ts';

type Buyer = inferRouterOutputs<AppRouter>['buyer'];

export type Cart = Buyer['cart']['get'];
/** What a farm's part comes to, delivered and collected, and how far it is. */
export type FarmQuote = Buyer['orders']['quote']['farms'][number];
export type PlacedOrders = Buyer['orders']['place']['orders'];
