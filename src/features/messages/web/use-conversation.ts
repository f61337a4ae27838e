import { useEffect, useMemo, useRef } from 'react';
import type { Side } from '#messages/rules/message.ts';
import { retryUnlessRefused } from '#platform/web/client/failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import type { Message } from './message-texts.ts';
import { onSent } from './queue/send-message.ts';

type Own = { conversationId: number; side: Side };

/** Oldest first. */
export function useConversation({ conversationId, side }: Own) {
  const query = trpc.conversations.get.useInfiniteQuery(
    { conversationId },
    { getNextPageParam: ({ nextCursor }) => nextCursor, retry: retryUnlessRefused },
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

/** Also marks the inbox. */
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
      // The messages stay unread, and are marked again the next time they are seen.
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
