import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '#platform/contract.ts';
import { getLocale } from '#platform/rules/text/compiled/runtime.js';
import { readFailure, retryUnlessRefused, sayFailure } from '#platform/web/client/failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { showToast } from '#platform/web/ui/feedback/show-toast.ts';
import { quantityText } from '#products/web/product-texts.ts';
import { m } from '#text';
import type { LotStatus, ShareStatus } from '../rules/lot.ts';

type Outputs = inferRouterOutputs<AppRouter>;
export type ShownLot = Outputs['market']['lots']['get'];
export type BuyersLot = Outputs['buyer']['lots']['get'];
export type FarmersLot = Outputs['farmer']['lots']['get'];

export const options = { retry: retryUnlessRefused };

const fallbacks = { failed: m.saveFailed, connectionLost: m.cannotConnect };
export const lotFailure = (error: unknown): string | null =>
  error ? sayFailure(readFailure(error), fallbacks) : null;

export const lotStatusTexts: Record<LotStatus, () => string> = {
  open: m.lotStatusOpen,
  closed: m.closedBadge,
  taken: m.lotStatusTaken,
  letGo: m.lotStatusLetGo,
  lapsed: m.lotStatusLapsed,
};
export const shareStatusTexts: Record<ShareStatus, () => string> = {
  given: m.shareStatusGiven,
  waiting: m.shareStatusWaiting,
  asked: m.shareStatusAsked,
  ordered: m.shareStatusOrdered,
  over: m.shareStatusOver,
  proposed: m.shareStatusProposed,
};

type Named = Pick<ShownLot, 'en' | 'sw' | 'quantity' | 'unit'>;
export const amountOf = (quantity: number, { unit }: Pick<Named, 'unit'>): string =>
  quantityText(quantity, unit);
export const lotTitle = (lot: Named): string =>
  `${lot[getLocale()]}, ${amountOf(lot.quantity, lot)}`;

/** Each answers the buyer's lot. */
export function useLotSteps(lotId: number) {
  const { lots } = trpc.useUtils().buyer;
  const answered = {
    onSuccess: (lot: BuyersLot) => {
      lots.get.setData({ lotId }, lot);
      void lots.list.invalidate();
    },
    onError: (error: unknown) => {
      showToast('error', lotFailure(error) ?? m.saveFailed());
      void lots.get.invalidate({ lotId });
    },
  };
  const steps = trpc.buyer.lots;
  return {
    take: steps.take.useMutation(answered),
    takeRide: steps.takeRide.useMutation(answered),
    extend: steps.extend.useMutation(answered),
    pay: steps.pay.useMutation(answered),
    letGo: steps.letGo.useMutation(answered),
    stop: steps.stop.useMutation(answered),
  };
}
