import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '#platform/contract/router.ts';
import { type OfferCard, readCards } from '#products/rules/offer-card.ts';

export type Answers = inferRouterOutputs<AppRouter>['market'];

export type Offer = OfferCard;
export type WholeOffer = Answers['product'];

export const readOffers = ({ products }: Pick<Answers['cards'], 'products'>): Offer[] =>
  readCards(products);
export const readOfferPages = ({ pages }: { pages: Answers['cards'][] }): Offer[][] =>
  pages.map(readOffers);

export type Farm = Answers['farm'];
export type Reviews = Answers['farmReviews'];
