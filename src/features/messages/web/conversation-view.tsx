import { useLocation } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Unit } from '#products/rules/product.ts';
import { pricedUnitText, productNameText, quantityText } from '#products/rules/product-texts.ts';
import { m } from '#text';
import { Button, Skeleton } from '#ui/elements.tsx';
import { QueryView, StateMessage } from '#ui/feedback.tsx';
import { lazy } from '#ui/lazy.tsx';
import { LazyAskForPush } from '#web/lazy-ask-for-push.tsx';
import { hasSentHere } from '#web/offline/send-entries.ts';
import { useAnnounced } from '#web/page-frame.tsx';
import { readFailure } from '#web/rpc.ts';
import { trpc } from '#web/trpc.ts';
import { useSessionEnd } from '#web/use-session-end.ts';
import type { Side } from '../rules/message.ts';
import {
  ConversationHead,
  ConversationMenu,
  useSetBlocked,
  useTalkedAbout,
} from './conversation-head.tsx';
import type { Conversation } from './conversation-list.tsx';
import { Icon, type Message, otherName } from './message-parts.tsx';
import { isSameTarget, onSent, type Target, usePending, useQueue } from './message-queue.ts';
import { type PriceOffer, useOfferSteps } from './offer-card.tsx';
import { Thread } from './thread.tsx';
import { Writing } from './writing.tsx';

const LazyOfferDialog = lazy(() => import('./offer-dialog.tsx'), 'OfferDialog');

export function ConversationView({ conversationId, side }: { conversationId: number; side: Side }) {
  const { query, conversation, messages, markSeen } = useConversation({ conversationId, side });
  const { product, isGone } = useTalkedAbout(conversation?.productId);
  const waiting = useOwnPending(conversationId, conversation?.productId ?? null);
  const { take, refresh, isBusy } = useOfferSteps(conversationId);
  /** Null for a first offer, or the offer that it counters. */
  const [offering, setOffering] = useState<{ countered: PriceOffer | null } | null>(null);
  const hasSent = useHasSent();
  const isWriting = useLocation({ select: ({ state }) => state.isWriting === true });
  const name = conversation && otherName(conversation, side);
  useSessionEnd(side, query.error);
  useAnnounced(name);
  if (['CONVERSATION_NOT_FOUND', 'INVALID_INPUT'].includes(readFailure(query.error).code ?? ''))
    return <NotFound />;
  const isSilenced = conversation === undefined || conversation.isBlocked || conversation.isOver;
  return (
    <QueryView query={{ ...query, data: conversation }} skeleton={<ConversationSkeleton />}>
      {(shown) => (
        <>
          <ConversationHead
            name={name ?? ''}
            productName={productNameText({ ...shown, name: shown.productName })}
            product={product}
          >
            <ConversationMenu conversationId={conversationId} name={name ?? ''} {...shown} />
          </ConversationHead>
          <Thread
            conversationId={conversationId}
            messages={messages}
            waiting={waiting.messages}
            side={side}
            name={name ?? ''}
            steps={{
              take,
              refresh,
              isBusy,
              isSilenced,
              counter: product && ((countered) => setOffering({ countered })),
              problemOf: (offer) => offerProblem(offer, { product, isGone }),
            }}
            onEarlier={query.hasNextPage ? () => void query.fetchNextPage() : null}
            isLoadingEarlier={query.isFetchingNextPage}
            onSeen={() => void markSeen(messages)}
            onRetry={waiting.retry}
            onDelete={waiting.drop}
          >
            {hasSent && <LazyAskForPush />}
            {product && !isSilenced && !hasOpenOffer(messages) && (
              <Button
                variant="secondary"
                size="small"
                onClick={() => setOffering({ countered: null })}
              >
                <Icon name="offer" />
                {m.priceOfferMake()}
              </Button>
            )}
          </Thread>
          {isSilenced ? (
            <Silence conversation={shown} name={name ?? ''} />
          ) : (
            <Writing
              to={{ kind: 'conversation', id: conversationId }}
              queue={waiting}
              isFocused={isWriting}
            />
          )}
          {offering && product && (
            <LazyOfferDialog
              about={{ conversationId }}
              side={side}
              product={product}
              countered={offering.countered}
              onDone={refresh}
              onClose={() => setOffering(null)}
            />
          )}
        </>
      )}
    </QueryView>
  );
}

const hasOpenOffer = (messages: readonly { offer: PriceOffer | null }[]) =>
  messages.some(({ offer }) => offer?.status === 'open');

/** A sent message is a good moment to offer notifications about the answer. */
function useHasSent(): boolean {
  const [hasSent, setHasSent] = useState(hasSentHere);
  useEffect(() => onSent(() => setHasSent(true)), []);
  return hasSent;
}

/** Includes those written on the product's page. */
function useOwnPending(conversationId: number, productId: number | null) {
  const to: Target = { kind: 'conversation', id: conversationId };
  const all = usePending();
  const messages = all.filter(
    (message) =>
      isSameTarget(message.to, to) ||
      (productId !== null && isSameTarget(message.to, { kind: 'product', id: productId })),
  );
  return { messages, ...useQueue(to) };
}

function Silence({ conversation, name }: { conversation: Conversation; name: string }) {
  const setBlocked = useSetBlocked(conversation.id);
  const { isOver, isBlockedByMe } = conversation;
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 border-line border-t bg-sunk px-4 py-4 text-center">
      <p className="font-medium">
        {isOver
          ? m.errorConversationOver()
          : isBlockedByMe
            ? m.messagesBlockedByMe({ name })
            : m.errorConversationBlocked()}
      </p>
      {!isOver && isBlockedByMe && (
        <Button variant="secondary" size="small" onClick={() => void setBlocked(false)}>
          {m.messagesUnblock()}
        </Button>
      )}
    </div>
  );
}

const NotFound = () => (
  <div className="m-auto">
    <h1 className="sr-only">{m.errorNotFound()}</h1>
    <StateMessage picture="/art/empty/not-found.svg" title={m.errorNotFound()} />
  </div>
);

const ConversationSkeleton = () => (
  <div className="grid content-start gap-4 p-4">
    <Skeleton className="h-12 w-2/3" />
    <Skeleton className="mt-6 h-16 w-3/5 rounded-2xl!" />
    <Skeleton className="h-12 w-1/2 justify-self-end rounded-2xl!" />
    <Skeleton className="h-20 w-3/5 rounded-2xl!" />
  </div>
);

type Goods = { quantity: number; unit: Unit; netWeightKg: number | null };

type Offered = Goods & { productName: string };

type Product = Goods & { name: string };

/**
 * Null also while the product is not known. The server decides: the shown data may be some minutes
 * old.
 */
export function offerProblem(
  offer: Offered,
  { product, isGone }: { product: Product | null; isGone: boolean },
): string | null {
  if (isGone) return m.cartLineGone();
  if (!product) return null;
  if (product.name !== offer.productName) return m.priceOfferRenamed({ name: product.name });
  if (product.unit !== offer.unit || product.netWeightKg !== offer.netWeightKg) {
    return m.priceOfferOtherUnit({ unit: pricedUnitText(product.unit, product.netWeightKg) });
  }
  if (product.quantity >= offer.quantity) return null;
  return m.priceOfferTooMuch({ quantity: quantityText(product.quantity, product.unit) });
}

type Own = { conversationId: number; side: Side };

function useConversation({ conversationId, side }: Own) {
  const query = trpc.conversations.get.useInfiniteQuery(
    { conversationId },
    { getNextPageParam: ({ nextCursor }) => nextCursor },
  );
  const messages = useMemo(
    () => (query.data?.pages ?? []).flatMap(({ messages: newestFirst }) => newestFirst).reverse(),
    [query.data],
  );
  useShowSent(conversationId);
  const markSeen = useMarkSeen({ conversationId, side });
  return { query, conversation: query.data?.pages[0]?.conversation, messages, markSeen };
}

function useShowSent(conversationId: number) {
  const { conversations } = trpc.useUtils();
  useEffect(
    () =>
      onSent(async (_, sent) => {
        void conversations.list.invalidate();
        if (sent.conversationId !== conversationId) return;
        const { message } = sent;
        if (!message) return void conversations.get.invalidate({ conversationId });
        // A running request would answer without the new message.
        await conversations.get.cancel({ conversationId });
        conversations.get.setInfiniteData(
          { conversationId },
          (data) => data && withMessage(data, message),
        );
        // The cache notifies the screen a moment later. Until then the message is shown as pending.
        await new Promise((resolve) => setTimeout(resolve));
      }),
    [conversations, conversationId],
  );
}

type Pages<Page> = { pages: Page[] };

function withMessage<Page extends { messages: Message[] }, Data extends Pages<Page>>(
  data: Data,
  message: Message,
): Data {
  const [first, ...others] = data.pages;
  if (!first || first.messages.some(({ id }) => id === message.id)) return data;
  return { ...data, pages: [{ ...first, messages: [message, ...first.messages] }, ...others] };
}

function useMarkSeen({ conversationId, side }: Own) {
  const { client, conversations, notifications } = trpc.useUtils();
  const marked = useRef(-1);
  return async (messages: readonly Message[]) => {
    const newest = messages.findLast(({ from }) => from !== side)?.id ?? 0;
    const last = messages.at(-1);
    if (!last || newest <= marked.current) return;
    const before = marked.current;
    marked.current = newest;
    try {
      await client.conversations.read.mutate({ conversationId, upTo: last.id });
    } catch {
      marked.current = before;
      return;
    }
    await Promise.all([
      conversations.list.invalidate(),
      conversations.unread.invalidate(),
      notifications.invalidate(),
    ]);
  };
}
