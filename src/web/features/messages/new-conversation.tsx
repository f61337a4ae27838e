import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { farmTitle } from '#shared/farm-texts.ts';
import { m } from '#shared/text/compiled/messages.js';
import { readFailure } from '#web/app/client/failure.ts';
import { usePageTitle } from '#web/app/shell/use-page-title.ts';
import { ErrorState } from '#web/ui/feedback/state-message.tsx';
import { WaitingBubble } from './bubble.tsx';
import { Composer } from './composer.tsx';
import { ConversationHead } from './conversation-head.tsx';
import { onSent } from './queue/send-message.ts';
import { useQueue } from './queue/use-queue.ts';
import { isSameTarget, type Target, useWaiting } from './queue/waiting-messages.ts';
import type { Conversation } from './use-conversations.ts';
import { useTalkedAbout } from './use-talked-about.ts';

type NewConversationProps = { productId: number; conversations: readonly Conversation[] };

/** A buyer's first words about a product. Where there is a conversation about it already, that one is opened. */
export function NewConversation({ productId, conversations }: NewConversationProps) {
  const to: Target = { kind: 'product', id: productId };
  const { product, error } = useTalkedAbout(productId);
  const queue = useQueue(to);
  const waiting = useWaiting().filter((message) => isSameTarget(message.to, to));
  const known = conversations.find((conversation) => conversation.productId === productId)?.id;
  useOpened(productId, known);
  const name = product ? farmTitle(product) : '';
  usePageTitle(name || undefined);
  if (error && !product) {
    return (
      <div className="m-auto">
        <h1 className="sr-only">{m.messagesTitle()}</h1>
        <ErrorState text={readFailure(error).message ?? m.messagesLoadFailed()} onRetry={() => location.reload()} />
      </div>
    );
  }
  return (
    <>
      <ConversationHead name={name} productName={product?.name ?? ''} product={product} />
      <div className="flex min-h-0 flex-1 flex-col justify-end gap-3 overflow-y-auto px-3 py-4 sm:px-5">
        {waiting.length === 0 && <p className="m-auto max-w-form text-center text-muted">{m.messagesAskHint()}</p>}
        {waiting.map((one) => (
          <WaitingBubble key={one.key} waiting={one} onRetry={() => queue.retry(one.key)} onDelete={() => queue.drop(one.key)} />
        ))}
      </div>
      <Composer to={to} onSend={queue.send} isFocused />
    </>
  );
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The person was writing, and goes on in the same field. */
    isWriting?: true;
  }
}

/** Opens the conversation about a product once there is one. Back does not lead here again. */
function useOpened(productId: number, known: number | undefined) {
  const navigate = useNavigate();
  useEffect(() => {
    const open = (conversationId: number) =>
      void navigate({ to: '/messages/$conversationId', params: { conversationId }, replace: true, state: { isWriting: true } });
    if (known !== undefined) open(known);
    return onSent(({ to }, sent) => {
      if (isSameTarget(to, { kind: 'product', id: productId })) open(sent.conversationId);
    });
  }, [navigate, productId, known]);
}
