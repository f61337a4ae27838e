/*
 * The server changes an offer only along a row of this table, in one guarded UPDATE; screens read
 * from it what to show. An accepted offer reserves stock, which the buyer orders or releases.
 */

import * as z from 'zod/mini';
import { type OfferStatus, wantedQuantity } from '#orders/rules/order-input.ts';
import type { Unit } from '#products/rules/product.ts';
import { roundedToHundredths } from '#rules/amounts.ts';
import { fieldError, roundedPrice, rowId } from '#rules/fields.ts';
import { m } from '#text';
import { OFFER_DAYS_MAX, type OfferNews } from './message.ts';

export type OfferActor = 'maker' | 'other' | 'buyer' | 'clock';

type Transition = { from: OfferStatus; to: OfferStatus; by: OfferActor };

const offerTransitions: readonly Transition[] = [
  { from: 'open', to: 'accepted', by: 'other' },
  { from: 'open', to: 'declined', by: 'other' },
  { from: 'open', to: 'countered', by: 'other' },
  { from: 'open', to: 'withdrawn', by: 'maker' },
  { from: 'open', to: 'expired', by: 'clock' },
  { from: 'accepted', to: 'ordered', by: 'buyer' },
  { from: 'accepted', to: 'released', by: 'buyer' },
  { from: 'accepted', to: 'released', by: 'clock' },
];

export const mayMoveOffer = (from: OfferStatus, to: OfferStatus, by: OfferActor): boolean =>
  offerTransitions.some((step) => step.from === from && step.to === to && step.by === by);

/** Nobody agrees on half a crate. */
const WHOLE_UNITS: readonly Unit[] = ['bags', 'pieces', 'crates', 'trays', 'bunches'];

export const isWholeEnough = (quantity: number, unit: Unit): boolean =>
  Number.isInteger(quantity) || !WHOLE_UNITS.includes(unit);

// The form shows a note about rounding (platform/web/ui/form-codec.tsx).
const quantity = z.pipe(
  z.number(fieldError('quantityWantedInvalid')).check(z.overwrite(roundedToHundredths)),
  wantedQuantity,
);
const price = roundedPrice().check(z.gt(0, fieldError('priceInvalid')));
const wholeNumber = (least: number, most: number) =>
  z.optional(
    z
      .int(fieldError('offerDaysInvalid'))
      .check(
        z.gte(least, fieldError('offerDaysInvalid')),
        z.lte(most, fieldError('offerDaysInvalid')),
      ),
  );

/** 0: until the end of today in Nairobi. */
const validDays = wholeNumber(0, OFFER_DAYS_MAX);

/** From clients of version 1.0.0: until the end of the day on which these hours are over. */
const validHours = wholeNumber(1, 24 * OFFER_DAYS_MAX);

/**
 * In the product's unit, and KES per unit. With a product, a buyer's offer begins the conversation.
 */
export const makeOfferInput = z
  .object({
    conversationId: z.optional(rowId),
    productId: z.optional(rowId),
    quantity,
    price,
    validDays,
    validHours,
  })
  .check(
    z.refine(
      ({ conversationId, productId }) =>
        (conversationId === undefined) !== (productId === undefined),
      { path: ['conversationId'], ...fieldError('fieldInvalid') },
    ),
  );
export type MakeOffer = z.infer<typeof makeOfferInput>;

export const offerIdInput = z.object({ offerId: rowId });

export const counterOfferInput = z.object({
  offerId: rowId,
  quantity,
  price,
});
export type CounterOffer = z.infer<typeof counterOfferInput>;

export type EventNews = Extract<OfferNews, 'accepted' | 'declined' | 'withdrawn' | 'released'>;

const texts = {
  accepted: { you: m.priceOfferYouAccepted, they: m.priceOfferTheyAccepted },
  declined: { you: m.priceOfferYouDeclined, they: m.priceOfferTheyDeclined },
  withdrawn: { you: m.priceOfferYouWithdrew, they: m.priceOfferTheyWithdrew },
  released: { you: m.priceOfferYouReleased, they: m.priceOfferTheyReleased },
} satisfies Record<EventNews, unknown>;

/** `name`: the other side's name. */
export const offerEventText = (
  news: EventNews,
  { isOwn, name }: { isOwn: boolean; name: string },
  options?: { locale: Language },
): string => (isOwn ? texts[news].you({}, options) : texts[news].they({ name }, options));
