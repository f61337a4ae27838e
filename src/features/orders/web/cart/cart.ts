import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '#platform/contract/router.ts';
import type { trpc } from '#platform/web/client/trpc.ts';
import type { Offer } from '#products/web/catalogue/offer.ts';

export type Cart = inferRouterOutputs<AppRouter>['buyer']['cart']['get'];
export type CartFarmView = Cart['farms'][number];
export type CartLineView = Cart['lines'][number];

export type CartProduct = Pick<
  Offer,
  | 'id'
  | 'farmId'
  | 'name'
  | 'category'
  | 'crop'
  | 'swahiliName'
  | 'unit'
  | 'netWeightKg'
  | 'depositPercent'
  | 'price'
  | 'quantity'
  | 'photos'
>;

export type ServerCache = ReturnType<typeof trpc.useUtils>;
