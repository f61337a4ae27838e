import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { OFFER_HELD_SECONDS } from '#orders/rules/limits.ts';
import { LetGo } from '#orders/web/cart/agreed-terms.tsx';
import { priceText, quantityText } from '#products/rules/product-texts.ts';
import { moneyText, unbroken } from '#rules/amounts.ts';
import { HOUR_SECONDS } from '#rules/limits.ts';
import { m } from '#text';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { Button, buttonClass, classNames } from '#ui/elements.tsx';
import { untilText } from '#ui/format.ts';
import { showToast } from '#ui/show-toast.ts';
import { createIdempotencyKey } from '#web/idempotency-key.ts';
import { readFailure, sayFailure } from '#web/rpc.ts';
import { trpc } from '#web/trpc.ts';
import { OFFER_HELD_UNSEEN_SECONDS, type Side } from '../rules/message.ts';
import { mayMoveOffer, offerEventText } from '../rules/price-offer.ts';
import type { Message } from './message-parts.tsx';

type OfferCardProps = { offer: PriceOffer; side: Side; name: string; steps: OfferSteps };

export function OfferCard({ offer, side, name, steps }: OfferCardProps) {
  const { quantity, unit, price, total, by, status } = offer;
  const isOwn = by === side;
  const isLive = status === 'open' || status === 'accepted';
  const problem = status === 'open' ? steps.problemOf(offer) : null;
  return (
    <article
      aria-label={m.messagesKindOffer()}
      className={classNames(
        'grid w-full max-w-md gap-3 rounded-card border-2 bg-card p-4',
        isLive ? 'border-leaf' : 'border-line',
        isOwn && 'ml-auto',
      )}
    >
      <div>
        <p className="text-muted text-sm">
          {isOwn ? m.priceOfferYours() : m.priceOfferFrom({ name })}
        </p>
        <p
          className={classNames(
            'mt-0.5 text-lg tabular-nums leading-snug first-letter:uppercase',
            isLive ? 'font-extrabold' : 'font-bold text-muted',
          )}
        >
          {m.priceOfferTerms({
            quantity: quantityText(quantity, unit),
            price: priceText(price, unit),
          })}
        </p>
        <p className="text-muted tabular-nums">{m.priceOfferTotal({ total: moneyText(total) })}</p>
      </div>
      <p className={classNames('font-medium text-sm', status === 'accepted' && 'text-leaf')}>
        {statusText(offer, side, name)}
      </p>
      {problem && <p className="font-medium text-sm text-soil">{problem}</p>}
      {status === 'open' && (
        <OpenSteps offer={offer} side={side} name={name} steps={steps} canAccept={!problem} />
      )}
      {status === 'accepted' && side === 'buyer' && (
        <div className="flex flex-wrap gap-2 *:flex-1">
          <Link
            to="/buyer-dashboard"
            search={{ tab: 'cart' }}
            className={buttonClass({ size: 'small' })}
          >
            {m.priceOfferToCart()}
          </Link>
          <LetGo
            offerId={offer.id}
            quantity={quantityText(quantity, unit)}
            onDone={steps.refresh}
          />
        </div>
      )}
      {status === 'ordered' && offer.orderId !== null && (
        <OrderLink orderId={offer.orderId} side={side} />
      )}
    </article>
  );
}

function OpenSteps({
  offer,
  side,
  name,
  steps,
  canAccept,
}: OfferCardProps & { canAccept: boolean }) {
  const [isAsking, setIsAsking] = useState(false);
  const { quantity, unit, total, status } = offer;
  const { take, counter, isBusy, isSilenced } = steps;
  if (mayMoveOffer(status, 'withdrawn', offer.by === side ? 'maker' : 'other')) {
    return (
      <Button
        variant="secondary"
        size="small"
        isBusy={isBusy}
        onClick={() => void take('withdraw', offer)}
      >
        {m.priceOfferWithdraw()}
      </Button>
    );
  }
  const hours = OFFER_HELD_SECONDS / HOUR_SECONDS;
  const most = OFFER_HELD_UNSEEN_SECONDS / HOUR_SECONDS;
  return (
    <div className="grid grid-cols-2 gap-2">
      {!isSilenced && (
        <>
          {canAccept && (
            <Button className="col-span-2" isBusy={isBusy} onClick={() => setIsAsking(true)}>
              {m.priceOfferAccept({ total: moneyText(total) })}
            </Button>
          )}
          {counter && (
            <Button variant="secondary" size="small" onClick={() => !isBusy && counter(offer)}>
              {m.priceOfferCounter()}
            </Button>
          )}
        </>
      )}
      <Button
        variant="quiet"
        size="small"
        className={isSilenced || !counter ? 'col-span-2' : ''}
        onClick={() => !isBusy && void take('decline', offer)}
      >
        {m.priceOfferDecline()}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        isDestructive={false}
        title={m.priceOfferAcceptTitle({
          quantity: quantityText(quantity, unit),
          total: moneyText(total),
        })}
        text={
          side === 'buyer'
            ? m.priceOfferAcceptBuyer({ hours })
            : m.priceOfferAcceptFarmer({ name, hours, most })
        }
        confirmLabel={m.orderAccept()}
        onConfirm={() => {
          setIsAsking(false);
          void take('accept', offer);
        }}
        onCancel={() => setIsAsking(false)}
      />
    </div>
  );
}

function OrderLink({ orderId, side }: { orderId: number; side: Side }) {
  const className = 'link inline-flex min-h-11 items-center justify-self-start';
  const text = m.priceOfferOrder({ id: orderId });
  return side === 'buyer' ? (
    <Link to="/orders/$orderId" params={{ orderId }} className={className}>
      {text}
    </Link>
  ) : (
    <Link to="/farmer/dashboard" search={{ tab: 'orders', order: orderId }} className={className}>
      {text}
    </Link>
  );
}

const MINUTE_MILLISECONDS = 60_000;

/** To people an offer ends at 23:59 of its day, not at 00:00 of the next. */
const lastMinuteOf = (end: string) => new Date(Date.parse(end) - MINUTE_MILLISECONDS).toISOString();

/** "24 Nov, 00:42", without line breaks. */
const unbrokenUntil = (moment: string) => unbroken(untilText(moment));

function statusText(
  { status, expiresAt, heldUntil }: PriceOffer,
  side: Side,
  name: string,
): string {
  switch (status) {
    case 'open':
      return m.priceOfferOpen({ time: unbrokenUntil(lastMinuteOf(expiresAt)) });
    case 'accepted': {
      const time = unbrokenUntil(heldUntil ?? expiresAt);
      return side === 'buyer' ? m.priceOfferHeldForYou({ time }) : m.priceOfferHeld({ name, time });
    }
    case 'declined':
      return m.priceOfferDeclined();
    case 'countered':
      return m.priceOfferCountered();
    case 'withdrawn':
      return m.priceOfferWithdrawn();
    case 'expired':
      return m.priceOfferExpired();
    case 'ordered':
      return m.priceOfferOrdered();
    case 'released':
      return m.priceOfferReleased();
  }
}

export function eventText(
  { news, from }: Message,
  { side, name }: { side: Side; name: string },
): string {
  if (!news) return m.messagesKindOffer();
  return offerEventText(news, { isOwn: from === side, name });
}

export type PriceOffer = NonNullable<Message['offer']>;
type OfferStep = 'accept' | 'decline' | 'withdraw';
export type OfferSteps = {
  take: (step: OfferStep, offer: PriceOffer) => Promise<void>;
  counter: ((offer: PriceOffer) => void) | null;
  problemOf: (offer: PriceOffer) => string | null;
  refresh: () => void;
  isBusy: boolean;
  isSilenced: boolean;
};

const fallbacks = { failed: m.sendFailed, connectionLost: m.messagesOffline };

export function useOfferSteps(conversationId: number) {
  const { client, conversations, buyer, market } = trpc.useUtils();
  const [isBusy, setIsBusy] = useState(false);
  const refresh = () => {
    void conversations.get.invalidate({ conversationId });
    void conversations.list.invalidate();
    void market.product.invalidate();
    void buyer.cart.get.invalidate(undefined, { refetchType: 'active' });
  };
  const take = async (step: OfferStep, { id }: PriceOffer) => {
    setIsBusy(true);
    try {
      // Each click is a separate request; a second one gets the error of an answered offer.
      await client.offers[step].mutate(
        { offerId: id },
        { context: { idempotencyKey: createIdempotencyKey() } },
      );
    } catch (error) {
      showToast('error', sayFailure(readFailure(error), fallbacks));
    }
    setIsBusy(false);
    refresh();
  };
  return { take, refresh, isBusy };
}
