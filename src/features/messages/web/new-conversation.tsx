import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { farmTitle } from '#features/farms/rules/farm-texts.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { readFailure } from '#platform/web/client/failure.ts';
import { usePageTitle } from '#platform/web/shell/use-page-title.ts';
import { ErrorState } from '#platform/web/ui/feedback/state-message.tsx';
import { WaitingBubble } from './bubble.tsx';
import { ConversationHead } from './conversation-head.tsx';
import { onSent } from './queue/send-message.ts';
import { useQueue } from './queue/use-queue.ts';
import { isSameTarget, type Target, useWaiting } from './queue/waiting-messages.ts';
import type { Conversation } from './use-conversations.ts';
import { useTalkedAbout } from './use-talked-about.ts';
import { messageField, moveTyped } from './use-typed.ts';
import { Writing } from './writing.tsx';

type NewConversationProps = { productId: number; conversations: readonly Conversation[] };

/**
 * A buyer's first message about a product. If there already is a conversation about it, opens that
 * one.
 */
export function NewConversation({ productId, conversations }: NewConversationProps) {
  const to: Target = { kind: 'product', id: productId };
  const { product, error } = useTalkedAbout(productId);
  const queue = useQueue(to);
  const waiting = useWaiting().filter((message) => isSameTarget(message.to, to));
  const known = conversations.find((conversation) => conversation.productId === productId)?.id;
  const [isHolding, setIsHolding] = useState(false);
  const begun = useOpened(productId, { known, isHolding });
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
      <ConversationHead name={name} productName={product?.name ?? ''} product={product} />
      <div className="flex min-h-0 flex-1 flex-col justify-end gap-3 overflow-y-auto px-3 py-4 sm:px-5">
        {waiting.length === 0 && (
          <p role="status" className="m-auto max-w-form text-center text-muted">
            {begun === undefined ? m.messagesAskHint() : m.messagesSent()}
          </p>
        )}
        {waiting.map((one) => (
          <WaitingBubble
            key={one.key}
            waiting={one}
            onRetry={() => queue.retry(one.key)}
            onDelete={() => queue.drop(one.key)}
          />
        ))}
      </div>
      <Writing to={to} queue={queue} isFocused onHolding={setIsHolding} />
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
