import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { farmTitle } from '#farms/rules/farm-texts.ts';
import { paymentMethods } from '#orders/rules/order-facts.ts';
import { Choice } from '#orders/web/checkout/choice.tsx';
import { paymentMethodText } from '#orders/web/order-texts.ts';
import { useOrderChanges } from '#orders/web/use-order-changes.ts';
import { moneyText } from '#rules/amounts.ts';
import { m } from '#text';
import { Button, Card } from '#ui/elements.tsx';
import { momentText } from '#ui/format.ts';
import { lazy } from '#ui/lazy.tsx';
import { LazyConfirmDialog } from '#ui/lazy-confirm-dialog.tsx';
import { trpc } from '#web/trpc.ts';
import { isUndecided, promisedOf, promisedSum } from '../rules/lot.ts';
import { amountOf, Rides, type ShownLot, shareStatusTexts, useLotSteps } from './lot-parts.tsx';

/** The parts of the page for the lot's buyer. */
export function BuyersParts({ lot }: { lot: ShownLot }) {
  const { lots } = trpc.useUtils().buyer;
  useOrderChanges('buyer', () => void lots.get.invalidate({ lotId: lot.id }));
  return (
    <>
      <Decision lot={lot} />
      {lot.unpaidOrders > 0 && <Payment lot={lot} />}
      <Rides lot={lot} isBuyer />
      <Shares lot={lot} />
      {lot.shares.length > 0 && (
        <Button variant="quiet" className="print:hidden" onClick={() => print()}>
          {m.orderPrint()}
        </Button>
      )}
    </>
  );
}

function Decision({ lot }: { lot: ShownLot }) {
  const { id: lotId, status, leastQuantity, decideBy, isExtendable, repeatsWeekly } = lot;
  const promised = promisedOf(lot.shares);
  const { take, extend, letGo, stop } = useLotSteps(lotId);
  const [paymentMethod, setPaymentMethod] = useState<(typeof paymentMethods)[number]>('M-Pesa');
  const [isLeaving, setIsLeaving] = useState(false);
  const mayEnd = isUndecided(lot);
  if (!mayEnd && !repeatsWeekly) return null;
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
              promised < leastQuantity || promised === 0
                ? m.lotTooLittle({ least: amountOf(leastQuantity, lot) })
                : undefined
            }
            onClick={() => take.mutate({ lotId, paymentMethod })}
          >
            {m.lotTake({
              quantity: amountOf(promised, lot),
              amount: moneyText(promisedSum(lot)),
            })}
          </Button>
        </>
      )}
      <div className="flex flex-wrap gap-2">
        {isExtendable && lot.left > 0 && (
          <Button
            variant="secondary"
            isBusy={extend.isPending}
            onClick={() => extend.mutate({ lotId, closesAt: laterClosing(lot) })}
          >
            {m.lotExtend()}
          </Button>
        )}
        {mayEnd && (
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
      <LazyConfirmDialog
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

function Payment({ lot: { id: lotId, unpaidOrders, toPay, payment } }: { lot: ShownLot }) {
  const { pay } = useLotSteps(lotId);
  return (
    <Card className="grid gap-3 p-4! print:hidden">
      <LazyPayByPhone
        payment={payment}
        label={m.paymentPay({ amount: moneyText(toPay) })}
        isBusy={pay.isPending}
        pay={(phoneNumber) => pay.mutateAsync({ lotId, phoneNumber })}
      >
        <p>{m.lotPayLead({ count: unpaidOrders })}</p>
      </LazyPayByPhone>
    </Card>
  );
}

const LazyPayByPhone = lazy(() => import('#orders/web/payments/payment-panel.tsx'), 'PayByPhone');

const HOUR_MILLISECONDS = 60 * 60 * 1000;

/** A day later, but not after six in the morning of the day of the collection. */
function laterClosing({ day, closesAt }: ShownLot): string {
  const later = new Date(closesAt).getTime() + 24 * HOUR_MILLISECONDS;
  const latest = new Date(`${day}T06:00:00+03:00`).getTime();
  return new Date(Math.min(later, Math.max(latest, Date.now() + HOUR_MILLISECONDS))).toISOString();
}

/**
 * The list of the buyer's driver, point by point. The device keeps it for a place without network.
 */
function Shares({ lot }: { lot: ShownLot }) {
  if (lot.shares.length === 0) return lot.isOpen && <p className="text-muted">{m.lotNoShares()}</p>;
  return lot.points.map((point) => {
    const shares = lot.shares.filter(({ pointId }) => pointId === point.id);
    const sum = shares.reduce(
      (total, { quantity, isCancelled }) => total + (isCancelled ? 0 : quantity),
      0,
    );
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

type ShareRowProps = { lot: ShownLot; share: ShownLot['shares'][number] };

const ShareRow = ({ lot, share }: ShareRowProps) => (
  <li className="flex items-baseline justify-between gap-x-3 py-2">
    <span className="min-w-0">
      <span className="block wrap-anywhere font-semibold">{farmTitle(share)}</span>
      <span className="block text-muted text-sm">
        {share.isCancelled ? m.payoutStatusCancelled() : shareStatusTexts[share.status]()}
        {share.isPaid && ` · ${m.paymentStatusPaid()}`}
        {share.handoverCode && ` · ${m.lotCode({ code: share.handoverCode })}`}
        {share.isWeighed && ` · ${m.shareWeighed()}`}
      </span>
    </span>
    <span className="shrink-0 text-right tabular-nums">
      {amountOf(share.quantity, lot)}
      {share.orderId !== null && (
        <Link
          to="/orders/$orderId"
          params={{ orderId: share.orderId }}
          className="link block py-2 font-semibold"
        >
          {m.orderNumber({ id: share.orderId })}
        </Link>
      )}
    </span>
  </li>
);
