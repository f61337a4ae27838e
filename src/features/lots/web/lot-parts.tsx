import { Link } from '@tanstack/react-router';
import type { inferRouterOutputs } from '@trpc/server';
import { Picture } from '#photos/web/picture.tsx';
import type { AppRouter } from '#platform/contract.ts';
import { figureText } from '#platform/rules/decimal.ts';
import { getLocale } from '#platform/rules/text/compiled/runtime.js';
import { readFailure, retryUnlessRefused, sayFailure } from '#platform/web/client/failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { priceText, quantityText } from '#products/web/product-texts.ts';
import { m } from '#text';
import { Badge } from '#ui/feedback/badge.tsx';
import { showToast } from '#ui/feedback/show-toast.ts';
import { momentText, weekdayText } from '#ui/format/date-text.ts';
import { Card } from '#ui/layout/card.tsx';
import type { LotStatus, ShareStatus } from '../rules/lot.ts';

/** How much the farms give, as a bar and in figures. */
export function LotProgress({ lot }: { lot: ShownLot }) {
  const { given, left, quantity } = lot;
  const text = m.lotGiven({ given: amountOf(given, lot), left: amountOf(left, lot) });
  return (
    <div className="grid gap-1">
      <div aria-hidden="true" className="h-2.5 overflow-hidden rounded-full bg-sunk">
        <div className="h-full bg-leaf" style={{ width: `${(given / quantity) * 100}%` }} />
      </div>
      <p className="text-sm tabular-nums">{text}</p>
    </div>
  );
}

export const LotTerms = ({ lot }: { lot: ShownLot }) => (
  <p className="text-muted">
    {m.lotTerms({
      price: priceText(lot.price, lot.unit),
      place: lot.place,
      day: weekdayText(lot.day),
    })}
    {lot.isOpen && ` ${m.lotSharesUntil({ closes: momentText(String(lot.closesAt)) })}`}
  </p>
);

export function LotList({ lots }: { lots: readonly ShownLot[] }) {
  return (
    <ul className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
      {lots.map((lot) => (
        <li key={lot.id}>
          <Card className="grid gap-2 p-4!">
            <div className="flex flex-wrap items-baseline justify-between gap-x-3">
              <h3 className="font-bold text-lg">
                <Link to="/lots/$lotId" params={{ lotId: lot.id }} className="link wrap-anywhere">
                  {lotTitle(lot)}
                </Link>
              </h3>
              {lot.distanceKm !== null && (
                <span className="text-muted text-sm">
                  {m.lotDistance({ distance: figureText(lot.distanceKm) })}
                </span>
              )}
              {!lot.isOpen && <Badge tone="maize">{lotStatusTexts[lot.status]()}</Badge>}
            </div>
            <div className="flex items-start gap-3">
              {lot.photo && (
                <span className="block size-16 shrink-0 overflow-hidden rounded-field">
                  <Picture photo={lot.photo} sizes="4rem" />
                </span>
              )}
              <LotTerms lot={lot} />
            </div>
            <LotProgress lot={lot} />
          </Card>
        </li>
      ))}
    </ul>
  );
}

/** On the crop's page of prices. Absent if there are none. */
export function CropLots({ crop }: { crop: string }) {
  const { data } = trpc.market.lots.list.useQuery({ crop }, { retry: false });
  if (!data || data.lots.length === 0) return null;
  return (
    <section>
      <h2 className="mb-3 font-bold text-2xl">{m.lotsTitle()}</h2>
      <LotList lots={data.lots} />
    </section>
  );
}

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
    // Its form says what went wrong.
    pay: steps.pay.useMutation({ ...answered, onError: () => lots.get.invalidate({ lotId }) }),
    letGo: steps.letGo.useMutation(answered),
    stop: steps.stop.useMutation(answered),
  };
}
