import type { inferRouterOutputs } from '@trpc/server';
import { farmTitle } from '#farms/rules/farm-texts.ts';
import type { AppRouter } from '#platform/contract/router.ts';
import { m } from '#text';

type Answers = inferRouterOutputs<AppRouter>['buyer']['orders'];

export type ListedOrder = Answers['list']['orders'][number];
export type Order = Answers['get'];
export type Attempt = NonNullable<Order['payment']>;
export type OrderEvent = Order['events'][number];

type Farm = Pick<ListedOrder, 'farmName' | 'county'>;

/** The county if the farm has no name. */
export const farmText = ({ farmName, county }: Farm): string =>
  farmName === null || county === null ? m.orderFarmGone() : farmTitle({ farmName, county });

/** Answers cached earlier have fewer fields. */
export const pictured = ({ name, category, crop, photo }: ListedOrder['lines'][number]) => ({
  name,
  category: category ?? ('Other' as const),
  crop,
  photos: photo ? [photo] : [],
});
