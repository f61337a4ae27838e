import { Link } from '@tanstack/react-router';
import { farmTitle } from '#farms/rules/farm-texts.ts';
import { Picture } from '#photos/web/picture.tsx';
import { priceText, quantityText } from '#products/rules/product-texts.ts';
import { figureText, moneyText, parseDecimal } from '#rules/amounts.ts';
import { getLocale } from '#rules/text/compiled/runtime.js';
import { m } from '#text';
import { Button, Card } from '#ui/elements.tsx';
import { Badge, FormBanner } from '#ui/feedback.tsx';
import { CheckboxField, TextField } from '#ui/field.tsx';
import { momentText, weekdayText } from '#ui/format.ts';
import { showToast } from '#ui/show-toast.ts';
import { readFailure, sayFailure } from '#web/rpc.ts';
import { readUser } from '#web/session.ts';
import { type RouterOutputs, trpc } from '#web/trpc.ts';
import { isTakingRides, type LotStatus, type ShareStatus } from '../rules/lot.ts';

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

/** Everybody's answer has these fields. */
export type ShownLot = RouterOutputs['market']['lots']['get'];

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
    onSuccess: (lot: ShownLot) => {
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

type RidesProps = { lot: ShownLot; isBuyer?: boolean; children?: React.ReactNode };

/** The offers of transport, with the cost for each share. */
export function Rides({ lot, isBuyer, children }: RidesProps) {
  const { takeRide } = useLotSteps(lot.id);
  if (!children && lot.rides.length === 0) return null;
  return (
    <Card className="grid gap-4 p-4! print:hidden">
      <h2 className="font-bold text-lg">{m.ridesTitle()}</h2>
      {lot.rides.map(({ id: rideId, orderId, ...ride }) => (
        <section key={rideId} className="wrap-anywhere grid gap-1">
          <h3 className="font-semibold">
            {farmTitle(ride)}: {moneyText(ride.price)}
          </h3>
          {lot.points.map(({ id, name }) => ride.pointIds.includes(id) && <p key={id}>{name}</p>)}
          {ride.parts.map(({ shareId, amount }) => {
            const share = lot.shares.find(({ id }) => id === shareId);
            const unitPrice = priceText(amount / (share?.quantity ?? 1), lot.unit);
            const farm = share && farmTitle(share);
            return <p key={shareId}>{`${farm}: ${moneyText(amount)}, ${unitPrice}`}</p>;
          })}
          {isBuyer && orderId && (
            <Link to="/orders/$orderId" params={{ orderId }} className="link py-2">
              {m.orderNumber({ id: orderId })}
            </Link>
          )}
          {isBuyer && !orderId && lot.status === 'taken' && (
            <Button
              isBusy={takeRide.isPending}
              onClick={() => takeRide.mutate({ lotId: lot.id, rideId })}
            >
              {m.orderAccept()}
            </Button>
          )}
        </section>
      ))}
      {children}
    </Card>
  );
}

export function FarmersRides({ lot }: { lot: ShownLot }) {
  const lotId = lot.id;
  const own = lot.rides.find(({ farmId }) => farmId === readUser()?.id);
  const { get } = trpc.useUtils().farmer.lots;
  const answered = { onSuccess: (changed: ShownLot) => get.setData({ lotId }, changed) };
  const offer = trpc.farmer.lots.offerRide.useMutation(answered);
  const withdraw = trpc.farmer.lots.withdrawRide.useMutation(answered);

  function submit(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const pointIds = typed.getAll('point').map(Number);
    offer.mutate({ lotId, pointIds, price: parseDecimal(String(typed.get('price'))) ?? 0 });
  }

  return (
    <Rides lot={lot}>
      {isTakingRides(lot, new Date()) && !own?.orderId && (
        <details>
          <summary className="link min-h-11 cursor-pointer py-2">{m.rideOffer()}</summary>
          <form onSubmit={submit} noValidate className="mt-2 grid gap-3">
            {lot.points.map(({ id, name }) => (
              <CheckboxField
                key={id}
                label={name}
                name="point"
                value={id}
                defaultChecked={own?.pointIds.includes(id) ?? true}
              />
            ))}
            <TextField label={m.ridePrice()} name="price" inputMode="numeric" />
            <FormBanner text={lotFailure(offer.error)} />
            <Button type="submit" variant="secondary">
              {m.rideOffer()}
            </Button>
            {own && (
              <Button variant="quiet" onClick={() => withdraw.mutate({ lotId })}>
                {m.priceOfferWithdraw()}
              </Button>
            )}
          </form>
        </details>
      )}
    </Rides>
  );
}
