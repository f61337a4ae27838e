import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { farmTitle } from '#features/farms/rules/farm-texts.ts';
import { productNameText } from '#features/products/web/product-texts.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { readFailure } from '#platform/web/client/failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { usePageTitle } from '#platform/web/shell/use-page-title.ts';
import { lazy } from '#platform/web/ui/browser/lazy.tsx';
import { ErrorState } from '#platform/web/ui/feedback/state-message.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { PendingBubble } from './bubble.tsx';
import { ConversationHead } from './conversation-head.tsx';
import { Icon } from './icons.tsx';
import { isSameTarget, type Target, usePending } from './queue/pending-messages.ts';
import { onSent } from './queue/send-message.ts';
import { useQueue } from './queue/use-queue.ts';
import type { Conversation } from './use-conversations.ts';
import { useTalkedAbout } from './use-talked-about.ts';
import { messageField, moveTyped } from './use-typed.ts';
import { Writing } from './writing.tsx';

/** Loaded when the buyer offers a price. */
const LazyOfferDialog = lazy(
  () => import('./offers/offer-dialog.tsx').then(({ OfferDialog }) => OfferDialog),
  null,
);

type NewConversationProps = {
  productId: number;
  /** Whether the buyer came to offer a price. */
  hasOffer: boolean;
  conversations: readonly Conversation[];
};

/**
 * A buyer's first message or offer about a product. If there already is a conversation about it,
 * opens that one.
 */
export function NewConversation({ productId, hasOffer, conversations }: NewConversationProps) {
  const to: Target = { kind: 'product', id: productId };
  const { product, error } = useTalkedAbout(productId);
  const queue = useQueue(to);
  const waiting = usePending().filter((message) => isSameTarget(message.to, to));
  const known = conversations.find((conversation) => conversation.productId === productId)?.id;
  const [isHolding, setIsHolding] = useState(false);
  const [isOffering, setIsOffering] = useState(hasOffer);
  const begun = useOpened(productId, { known, isHolding: isHolding || isOffering });
  const cache = trpc.useUtils();
  const name = product ? farmTitle(product) : '';
  usePageTitle(name || undefined);
  if (error && !product) {
    return (
      <div className="m-auto">
        <h1 className="sr-only">{m.messagesTitle()}</h1>
        <ErrorState
          text={readFailure(error).message ?? m.messagesLoadFailed()}
          onRetry={() => location.reload()}
        />
      </div>
    );
  }
  return (
    <>
      <ConversationHead
        name={name}
        productName={product ? productNameText(product) : ''}
        product={product}
      />
      <div className="flex min-h-0 flex-1 flex-col justify-end gap-3 overflow-y-auto px-3 py-4 sm:px-5">
        {waiting.length === 0 && (
          <p role="status" className="m-auto max-w-form text-center text-muted">
            {begun === undefined ? m.messagesAskHint() : m.messagesSent()}
          </p>
        )}
        {waiting.map((one) => (
          <PendingBubble
            key={one.key}
            waiting={one}
            onRetry={() => queue.retry(one.key)}
            onDelete={() => queue.drop(one.key)}
          />
        ))}
      </div>
      {product && begun === undefined && (
        <div className="px-3 pb-2 sm:px-5">
          <Button variant="secondary" size="small" onClick={() => setIsOffering(true)}>
            <Icon name="offer" />
            {m.priceOfferMake()}
          </Button>
        </div>
      )}
      <Writing to={to} queue={queue} isFocused={!isOffering} onHolding={setIsHolding} />
      {isOffering && product && (
        <LazyOfferDialog
          about={{ productId }}
          side="buyer"
          product={product}
          countered={null}
          // The conversation that the offer has begun is in the list.
          onDone={() => void cache.conversations.list.invalidate()}
          onClose={() => setIsOffering(false)}
        />
      )}
    </>
  );
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The user was writing, and continues in the same field. */
    isWriting?: true;
  }
}

type Opening = { known: number | undefined; isHolding: boolean };

/**
 * Opens the conversation about a product once it exists, unless that would lose unsent media. A
 * typed text is carried over. Back does not return here.
 * @returns the conversation that was started here
 */
function useOpened(productId: number, { known, isHolding }: Opening): number | undefined {
  const navigate = useNavigate();
  const [begun, setBegun] = useState<number>();
  useEffect(
    () =>
      onSent(
        ({ to }, sent) =>
          isSameTarget(to, { kind: 'product', id: productId }) && setBegun(sent.conversationId),
      ),
    [productId],
  );
  const conversationId = known ?? begun;
  useEffect(() => {
    if (conversationId === undefined || isHolding) return;
    moveTyped(
      messageField({ kind: 'product', id: productId }),
      messageField({ kind: 'conversation', id: conversationId }),
    );
    void navigate({
      to: '/messages/$conversationId',
      params: { conversationId },
      replace: true,
      state: { isWriting: true },
    });
  }, [navigate, productId, conversationId, isHolding]);
  return begun;
}
