import { retryUnlessRefused } from '#platform/web/client/failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';

const FRESH_MILLISECONDS = 30_000;

export const useUnreadMessages = (): number | undefined =>
  trpc.conversations.unread.useQuery(undefined, {
    retry: retryUnlessRefused,
    staleTime: FRESH_MILLISECONDS,
  }).data?.unread;
