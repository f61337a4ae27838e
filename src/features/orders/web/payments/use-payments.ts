import { retryUnlessRefused } from '#platform/web/client/failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';

const settings = { retry: retryUnlessRefused };

export const usePayments = () =>
  trpc.farmer.payments.list.useInfiniteQuery(
    {},
    {
      ...settings,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      initialCursor: undefined,
    },
  );
export type FarmerPayment = NonNullable<
  ReturnType<typeof usePayments>['data']
>['pages'][number]['payments'][number];

export const usePaymentFigures = () => trpc.farmer.payments.summary.useQuery(undefined, settings);
export type PaymentFigures = NonNullable<ReturnType<typeof usePaymentFigures>['data']>;

export const useStatement = (month: string) =>
  trpc.farmer.payments.statement.useQuery({ month }, settings);
export type Statement = NonNullable<ReturnType<typeof useStatement>['data']>;
