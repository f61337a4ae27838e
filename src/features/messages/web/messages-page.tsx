import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useOrderChanges } from '#features/orders/web/use-order-changes.ts';
import type { Role } from '#platform/rules/role.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { trpc } from '#platform/web/client/trpc.ts';
import { useSessionEnd } from '#platform/web/session/use-session-end.ts';
import { InboxTabs } from '#platform/web/shell/inbox-tabs.tsx';
import { useAnnounced } from '#platform/web/shell/use-announced.ts';
import { useIsWide } from '#platform/web/ui/browser/use-is-wide.ts';
import { StateMessage } from '#platform/web/ui/feedback/state-message.tsx';
import { classNames } from '#platform/web/ui/layout/class-names.ts';
import { Container } from '#platform/web/ui/layout/container.tsx';
import { ConversationList } from './conversation-list.tsx';
import { ConversationView } from './conversation-view.tsx';
import { NewConversation } from './new-conversation.tsx';
import { useConversations } from './use-conversations.ts';

type MessagesPageProps = {
  role: Role;
  conversationId: number | undefined;
  /** The product that a buyer wants to ask about. */
  productId: number | undefined;
  /** Whether the buyer wants to offer a price for it. */
  hasOffer: boolean;
};

/**
 * A user's conversations, and the open one: side by side on a wide screen, one at a time on a
 * phone.
 */
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
            <div className="max-w-88">
              <InboxTabs active="messages" />
            </div>
            {/* The tab above already says this. */}
            {isOpen ? (
              <h2 className="sr-only">{m.messagesTitle()}</h2>
            ) : (
              <h1 tabIndex={-1} className="sr-only">
                {m.messagesTitle()}
              </h1>
            )}
            <ConversationList {...found} side={role} openId={conversationId} />
          </div>
        )}
        {(isWide || isOpen) && !isFirst && open}
      </Container>
    </main>
  );
}

/**
 * Makes an element as high as the rest of the screen. Accounts for a phone's keyboard, so that the
 * field at the bottom stays above it, and for the offline banner.
 */
function useRestOfScreen(element: RefObject<HTMLElement | null>, isWanted: boolean) {
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
