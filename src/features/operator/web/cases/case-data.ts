import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '#app/server/app-router.ts';

type Cases = inferRouterOutputs<AppRouter>['desk']['cases'];

export type OrderPageData = Cases['order'];
export type AccountPageData = Cases['account'];
export type ReportPageData = Cases['report'];
export type RequestPageData = Cases['request'];
export type Choice = OrderPageData['choices'][number];
