import { useNavigate } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { farmTitle } from '#farms/rules/farm-texts.ts';
import { useOrderChanges } from '#orders/web/use-order-changes.ts';
import { productNameText } from '#products/rules/product-texts.ts';
import { m } from '#text';
import { Button, classNames } from '#ui/elements.tsx';
import { ErrorState, StateMessage } from '#ui/feedback.tsx';
import { lazy } from '#ui/lazy.tsx';
import { useIsWide } from '#ui/screen-state.ts';
import { Container, useAnnounced, usePageTitle } from '#web/page-frame.tsx';
import { readFailure } from '#web/rpc.ts';
import { trpc } from '#web/trpc.ts';
import { useSessionEnd } from '#web/use-session-end.ts';
import { PendingBubble } from './bubble.tsx';
import { messageField, moveTyped } from './composer.tsx';
import { ConversationHead, useTalkedAbout } from './conversation-head.tsx';
import { type Conversation, ConversationList, useConversations } from './conversation-list.tsx';
import { ConversationView } from './conversation-view.tsx';
import { Icon } from './message-parts.tsx';
import { isSameTarget, onSent, type Target, usePending, useQueue } from './message-queue.ts';
import { Writing } from './writing.tsx';

const LazyOfferDialog = lazy(() => import('./offer-dialog.tsx'), 'OfferDialog');

type MessagesPageProps = {
  role: Role;
  conversationId: number | undefined;
  productId: number | undefined;
  hasOffer: boolean;
};

export function MessagesPage({ role, conversationId, productId, hasOffer }: MessagesPageProps) {
  const isWide = useIsWide('lg');
  const main = useRef<HTMLElement>(null);
  const asked = role === 'buyer' && conversationId === undefined ? productId : undefined;
  const isOpen = conversationId !== undefined || asked !== undefined;
  const found = useConversations();
  const { conversations } = trpc.useUtils();
  useOrderChanges(
    role,
    // An order may have used an offer from here.
    () => void conversations.get.invalidate(),
    () => void conversations.invalidate(),
  );
  useSessionEnd(role, found.list.error);
  useAnnounced(isOpen ? undefined : m.messagesTitle());
  useRestOfScreen(main, isOpen || isWide);
  const hasAny = found.list.data?.pages.some((page) => page.conversations.length > 0);
  // The invitation to write a first message then has the whole width.
  const isFirst = !isOpen && hasAny === false && !found.isSearch && !found.list.isPlaceholderData;
  const open = (
    <section className="flex min-h-0 flex-1 flex-col bg-paper lg:overflow-hidden lg:rounded-card lg:border lg:border-line">
      {conversationId !== undefined ? (
        <ConversationView key={conversationId} conversationId={conversationId} side={role} />
      ) : asked !== undefined ? (
        <NewConversation
          key={asked}
          productId={asked}
          hasOffer={hasOffer}
          conversations={found.list.data?.pages[0]?.conversations ?? []}
        />
      ) : (
        <div className="m-auto">
          {hasAny && <StateMessage picture="/art/empty/messages.svg" title={m.messagesChoose()} />}
        </div>
      )}
    </section>
  );
  // The same elements in both cases, so that rotating a tablet keeps what is being written, chosen
  // or recorded.
  const isAlone = !isWide && isOpen;
  const Heading = isOpen ? 'h2' : 'h1';
  return (
    <main
      id="main"
      ref={main}
      className={classNames(
        isOpen || isWide ? 'h-[calc(100dvh-4.3125rem)]' : 'pb-12',
        isAlone && 'flex flex-col',
      )}
    >
      <Container
        className={
          isAlone
            ? 'contents'
            : classNames(
                'grid h-full grid-cols-1 gap-6 py-5',
                !isFirst && 'lg:grid-cols-[22rem_minmax(0,1fr)]',
              )
        }
      >
        {!isAlone && (
          <div className="flex min-h-0 flex-col gap-4">
            <Heading tabIndex={isOpen ? undefined : -1} className="font-extrabold text-2xl">
              {m.messagesTitle()}
            </Heading>
            <ConversationList {...found} side={role} openId={conversationId} />
          </div>
        )}
        {(isWide || isOpen) && !isFirst && open}
      </Container>
    </main>
  );
}

/** Above a phone's keyboard and the offline banner. */
function useRestOfScreen(element: React.RefObject<HTMLElement | null>, isWanted: boolean) {
  useLayoutEffect(() => {
    const main = element.current;
    if (!main || !isWanted) return;
    const view = window.visualViewport;
    const resize = () => {
      const height = (view?.height ?? innerHeight) - main.offsetTop;
      main.style.height = `${Math.max(0, height)}px`;
    };
    resize();
    const bars = new ResizeObserver(resize);
    bars.observe(document.body);
    view?.addEventListener('resize', resize);
    return () => {
      bars.disconnect();
      view?.removeEventListener('resize', resize);
      main.style.height = '';
    };
  }, [element, isWanted]);
}

type NewConversationProps = {
  productId: number;
  hasOffer: boolean;
  conversations: readonly Conversation[];
};

function NewConversation({ productId, hasOffer, conversations }: NewConversationProps) {
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
          text={readFailure(error).message ?? m.loadFailed()}
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
          onDone={() => void cache.conversations.list.invalidate()}
          onClose={() => setIsOffering(false)}
        />
      )}
    </>
  );
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    isWriting?: true;
  }
}

type Opening = { known: number | undefined; isHolding: boolean };

/** Not if that would lose unsent media. Carries over a typed text. Back does not return here. */
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
