import { useState } from 'react';
import { readFailure, sayFailure } from '#platform/web/client/failure.ts';
import { createIdempotencyKey } from '#platform/web/client/idempotency-key.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { showToast } from '#platform/web/ui/feedback/show-toast.ts';
import { m } from '#text';
import type { Message } from '../message-texts.ts';

export type PriceOffer = NonNullable<Message['offer']>;
export type OfferStep = 'accept' | 'decline' | 'withdraw';
export type OfferSteps = {
  take: (step: OfferStep, offer: PriceOffer) => Promise<void>;
  /** Null for a product that is not offered. */
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
