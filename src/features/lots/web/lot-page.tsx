import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { paymentMethods } from '#orders/rules/order-facts.ts';
import { Choice } from '#orders/web/checkout/choice.tsx';
import { paymentMethodText } from '#orders/web/order-texts.ts';
import { PayingPhone } from '#orders/web/payments/pay-form.tsx';
import { readFailure, retryUnlessRefused } from '#platform/web/client/failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { useSessionRole } from '#platform/web/session/session.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { Skeleton } from '#platform/web/ui/feedback/loading.tsx';
import { QueryView } from '#platform/web/ui/feedback/query-view.tsx';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { momentText } from '#platform/web/ui/format/date-text.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Container } from '#platform/web/ui/layout/container.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlay/dialog.tsx';
import { m } from '#text';
import { pointHours } from '../rules/lot.ts';
import { LotProgress, LotTerms } from './lot-card.tsx';
import { MemberShares } from './member-shares.tsx';
import { FarmersRides, Rides } from './rides.tsx';
import { ShareForm } from './share-form.tsx';
import {
  amountOf,
  type BuyersLot,
  lotStatusTexts,
  lotTitle,
  type ShownLot,
  shareStatusTexts,
  useLotSteps,
} from './use-lots.ts';

const options = { retry: retryUnlessRefused };

export function LotPage({ lotId }: { lotId: number }) {
  const role = useSessionRole();
  return (
    <main id="main" className="pt-4 pb-24 sm:pt-6 sm:pb-12">
      <Container width="form">
        <Link
          to="/lots"
          className="link mb-2 inline-flex min-h-11 items-center font-semibold print:hidden"
        >
          {m.lotsTitle()}
        </Link>
        {role === 'farmer' ? (
          <FarmersView lotId={lotId} />
        ) : role === 'buyer' ? (
          <BuyersView lotId={lotId} />
        ) : (
          <VisitorsView lotId={lotId} />
        )}
      </Container>
    </main>
  );
}

const page = { skeleton: <Skeleton className="h-72 rounded-card!" /> };

function FarmersView({ lotId }: { lotId: number }) {
  const query = trpc.farmer.lots.get.useQuery({ lotId }, options);
  return (
    <QueryView {...page} query={query} errorText={m.lotsLoadFailed()}>
      {(lot) => (
        <Lot lot={lot}>
          <ShareForm key={`${lot.shares[0]?.status} ${lot.shares[0]?.quantity}`} lot={lot} />
          <FarmersRides lot={lot} />
        </Lot>
      )}
    </QueryView>
  );
}

/** Other buyers' lots look as they do to visitors, also offline. */
function BuyersView({ lotId }: { lotId: number }) {
  const query = trpc.buyer.lots.get.useQuery({ lotId }, options);
  if ((query.isPaused && !query.data) || readFailure(query.error).code === 'LOT_NOT_FOUND')
    return <VisitorsView lotId={lotId} />;
  return (
    <QueryView {...page} query={query} errorText={m.lotsLoadFailed()}>
      {(lot) => (
        <Lot lot={lot}>
          <Decision lot={lot} />
          {lot.unpaidOrders > 0 && <Payment lot={lot} />}
          <Rides lot={lot} isBuyer />
          <Shares lot={lot} />
          <Button variant="secondary" className="print:hidden" onClick={() => print()}>
            {m.orderPrint()}
          </Button>
        </Lot>
      )}
    </QueryView>
  );
}

function VisitorsView({ lotId }: { lotId: number }) {
  const query = trpc.market.lots.get.useQuery({ lotId }, options);
  const role = useSessionRole();
  return (
    <QueryView {...page} query={query} errorText={m.lotsLoadFailed()}>
      {(lot) => (
        <Lot lot={lot}>
          {!role && (
            <Link
              to="/loginF"
              search={{ redirect: `/lots/${lotId}` }}
              className={buttonClass({ variant: 'secondary' })}
            >
              {m.lotVisitor()}
            </Link>
          )}
        </Lot>
      )}
    </QueryView>
  );
}

function Lot({ lot, children }: { lot: ShownLot; children: React.ReactNode }) {
  const role = useSessionRole();
  return (
    <div className="grid gap-4">
      <header className="grid gap-1">
        <p className="text-muted text-sm">{m.lotNumber({ id: lot.id })}</p>
        <h1 tabIndex={-1} className="wrap-anywhere font-extrabold text-2xl sm:text-3xl">
          {lotTitle(lot)}
        </h1>
        <LotTerms lot={lot} />
        {!lot.isOpen && (
          <p>
            <Badge tone="maize">{lotStatusTexts[lot.status]()}</Badge>
          </p>
        )}
        {lot.quality && <p className="wrap-anywhere max-w-prose">{lot.quality}</p>}
      </header>
      <LotProgress lot={lot} />
      {children}
      {role && <MemberShares lotId={lot.id} />}
      <section>
        <h2 className="mb-1 font-bold text-lg">{m.lotPoints()}</h2>
        <ul>
          {lot.points.map((point) => (
            <li key={point.id} className="wrap-anywhere">
              {point.name}, {pointHours(point)}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function Decision({ lot }: { lot: BuyersLot }) {
  const { id: lotId, status, given, leastQuantity, decideBy, isExtendable, repeatsWeekly } = lot;
  const { take, extend, letGo, stop } = useLotSteps(lotId);
  const [paymentMethod, setPaymentMethod] = useState<(typeof paymentMethods)[number]>('M-Pesa');
  const [isLeaving, setIsLeaving] = useState(false);
  const isUnderWay = status === 'open' || status === 'closed';
  if (!isUnderWay && !repeatsWeekly) return null;
  return (
    <Card className="grid gap-3 p-4! print:hidden">
      {decideBy && <p>{m.lotDecide({ until: momentText(String(decideBy)) })}</p>}
      {status === 'closed' && (
        <>
          <fieldset className="grid grid-cols-2 gap-2">
            <legend className="mb-1.5 font-semibold">{m.lotPayment()}</legend>
            {paymentMethods.map((one) => (
              <Choice
                key={one}
                name="paymentMethod"
                checked={one === paymentMethod}
                onChange={() => setPaymentMethod(one)}
                className="rounded-field border-[1.5px] border-edge bg-card font-semibold text-sm"
              >
                {paymentMethodText(one, 'collection')}
              </Choice>
            ))}
          </fieldset>
          <Button
            isWide
            isBusy={take.isPending}
            disabledReason={
              given < leastQuantity || given === 0
                ? m.lotTooLittle({ least: amountOf(leastQuantity, lot) })
                : undefined
            }
            onClick={() => take.mutate({ lotId, paymentMethod })}
          >
            {m.lotTake({ quantity: amountOf(given, lot) })}
          </Button>
        </>
      )}
      <div className="flex flex-wrap gap-2">
        {isUnderWay && isExtendable && (
          <Button
            variant="secondary"
            isBusy={extend.isPending}
            onClick={() => extend.mutate({ lotId, closesAt: laterClosing(lot) })}
          >
            {m.lotExtend()}
          </Button>
        )}
        {isUnderWay && (
          <Button variant="quiet" className="text-soil!" onClick={() => setIsLeaving(true)}>
            {m.lotLetGo()}
          </Button>
        )}
        {repeatsWeekly && (
          <Button variant="quiet" isBusy={stop.isPending} onClick={() => stop.mutate({ lotId })}>
            {m.lotStopRepeating()}
          </Button>
        )}
      </div>
      <ConfirmDialog
        isOpen={isLeaving}
        isBusy={letGo.isPending}
        title={m.lotLetGoTitle()}
        text={m.lotLetGoText()}
        confirmLabel={m.lotLetGo()}
        dismissLabel={m.lotKeep()}
        onConfirm={() => letGo.mutate({ lotId }, { onSettled: () => setIsLeaving(false) })}
        onCancel={() => setIsLeaving(false)}
      />
    </Card>
  );
}

function Payment({ lot: { id: lotId, unpaidOrders } }: { lot: BuyersLot }) {
  const { pay } = useLotSteps(lotId);
  const profile = trpc.buyer.profile.useQuery(undefined, options);
  return (
    <Card className="grid gap-3 p-4! print:hidden">
      <p>{m.lotPayLead({ count: unpaidOrders })}</p>
      <PayingPhone
        knownNumber={profile.data?.phoneNumber ?? ''}
        label={m.lotPay()}
        isBusy={pay.isPending}
        pay={(phoneNumber) => pay.mutateAsync({ lotId, phoneNumber })}
      />
    </Card>
  );
}

const HOUR_MILLISECONDS = 60 * 60 * 1000;

/** A day later, but not after six in the morning of the day of the collection. */
function laterClosing({ day, closesAt }: BuyersLot): string {
  const later = new Date(closesAt).getTime() + 24 * HOUR_MILLISECONDS;
  const latest = new Date(`${day}T06:00:00+03:00`).getTime();
  return new Date(Math.min(later, Math.max(latest, Date.now() + HOUR_MILLISECONDS))).toISOString();
}

/** The list of the buyer's driver, point by point. The device keeps it for a place without network. */
function Shares({ lot }: { lot: BuyersLot }) {
  if (lot.shares.length === 0) return <p className="text-muted">{m.lotNoShares()}</p>;
  return lot.points.map((point) => {
    const shares = lot.shares.filter(({ pointId }) => pointId === point.id);
    const sum = shares.reduce((total, { quantity }) => total + quantity, 0);
    return shares.length === 0 ? null : (
      <section key={point.id}>
        <h2 className="mb-1 flex flex-wrap justify-between gap-x-3 font-bold text-lg">
          <span className="wrap-anywhere">{point.name}</span>
          <span className="tabular-nums">{amountOf(sum, lot)}</span>
        </h2>
        <ul className="divide-y divide-line border-line border-y">
          {shares.map((share) => (
            <ShareRow key={share.id} lot={lot} share={share} />
          ))}
        </ul>
      </section>
    );
  });
}

type ShareRowProps = { lot: BuyersLot; share: BuyersLot['shares'][number] };

const ShareRow = ({ lot, share }: ShareRowProps) => (
  <li className="flex flex-wrap items-baseline justify-between gap-x-3 py-2">
    <span className="min-w-0">
      <span className="block wrap-anywhere font-semibold">{share.farmName}</span>
      <span className="block text-muted text-sm">
        {shareStatusTexts[share.status]()}
        {share.handoverCode && ` · ${m.lotCode({ code: share.handoverCode })}`}
        {share.isWeighed && ` · ${m.shareWeighed()}`}
      </span>
    </span>
    <span className="text-right tabular-nums">
      {amountOf(share.quantity, lot)}
      {share.orderId !== null && (
        <Link
          to="/orders/$orderId"
          params={{ orderId: share.orderId }}
          className="link block py-2 font-semibold"
        >
          {m.orderTitle({ id: share.orderId })}
        </Link>
      )}
    </span>
  </li>
);
