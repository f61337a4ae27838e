import { useEffect, useState } from 'react';
import { retryUnlessRefused } from '#platform/web/client/failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';

const PAUSE_MILLISECONDS = 300;

export function useConversations() {
  const [typed, setTyped] = useState('');
  const search = usePaused(typed.trim());
  const list = trpc.conversations.list.useInfiniteQuery(search ? { search } : {}, {
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // Keeps the previous results until the next answer.
    placeholderData: (before) => before,
    retry: retryUnlessRefused,
  });
  return { list, typed, setTyped, isSearch: search !== '' };
}

export type Conversation = NonNullable<
  ReturnType<typeof useConversations>['list']['data']
>['pages'][number]['conversations'][number];

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
