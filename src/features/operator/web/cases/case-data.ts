import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '#platform/contract/router.ts';

type Desk = inferRouterOutputs<AppRouter>['desk'];
type Cases = Desk['cases'];

export type OrderPageData = Cases['order'];
export type AccountPageData = Cases['account'];
export type LotPageData = Cases['lot'];
export type ReportPageData = Cases['report'];
export type RequestPageData = Cases['request'];
export type PayoutRow = Cases['payouts']['payouts'][number];
export type ServerPageData = Desk['server'];
export type Choice = OrderPageData['choices'][number];
