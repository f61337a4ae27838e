import { Link } from '@tanstack/react-router';
import type { FormEvent, ReactNode } from 'react';
import { farmTitle } from '#farms/rules/farm-texts.ts';
import { parseDecimal } from '#platform/rules/decimal.ts';
import { moneyText } from '#platform/rules/money.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { readUser } from '#platform/web/session/session.ts';
import { priceText } from '#products/web/product-texts.ts';
import { m } from '#text';
import { FormBanner } from '#ui/feedback/notice.tsx';
import { Button } from '#ui/form/button.tsx';
import { CheckboxField, TextField } from '#ui/form/field.tsx';
import { Card } from '#ui/layout/card.tsx';
import { isTakingRides } from '../rules/lot.ts';
import { type FarmersLot, lotFailure, type ShownLot, useLotSteps } from './lot-parts.tsx';

type RidesProps = { lot: ShownLot; isBuyer?: boolean; children?: ReactNode };

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

export function FarmersRides({ lot }: { lot: FarmersLot }) {
  const lotId = lot.id;
  const own = lot.rides.find(({ farmId }) => farmId === readUser()?.id);
  const { get } = trpc.useUtils().farmer.lots;
  const answered = { onSuccess: (changed: FarmersLot) => get.setData({ lotId }, changed) };
  const offer = trpc.farmer.lots.offerRide.useMutation(answered);
  const withdraw = trpc.farmer.lots.withdrawRide.useMutation(answered);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const pointIds = typed.getAll('point').map(Number);
    offer.mutate({ lotId, pointIds, price: parseDecimal(String(typed.get('price'))) ?? 0 });
  }

  return (
    <Rides lot={lot}>
      {isTakingRides(lot, new Date()) && !own?.orderId && (
        <form onSubmit={submit} noValidate className="grid gap-3">
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
      )}
    </Rides>
  );
}
