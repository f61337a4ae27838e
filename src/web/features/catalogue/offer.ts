import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '#server/trpc/app-router.ts';

export type Answers = inferRouterOutputs<AppRouter>['market'];

/** A product as buyers see it in a list, and on its own page. */
export type Offer = Answers['products']['products'][number];
export type WholeOffer = Answers['product'];
