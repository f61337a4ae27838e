import { useEffect, useRef } from 'react';
import { failureText, retryUnlessRefused } from '#platform/web/client/failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { readToken } from '#platform/web/session/session.ts';
import { useUnread } from '#platform/web/shell/bell.tsx';
import { showToast } from '#platform/web/ui/feedback/show-toast.ts';
import { m } from '#text';

export function useInbox() {
  const list = trpc.notifications.list.useInfiniteQuery(
    {},
    { getNextPageParam: ({ nextCursor }) => nextCursor, retry: retryUnlessRefused },
  );
  const first = list.data?.pages[0];
  const newest = first?.notifications[0]?.id;
  const shown = newest !== undefined && first && first.unread > 0 ? newest : null;
  const show = useShowRead();
  useRefreshed(list.refetch, first?.unread);
  useReadOnLeaving(shown, show);
  const marking = trpc.notifications.read.useMutation({
    onSuccess: ({ unread }, { upTo }) => show(upTo, unread),
    onError: (error) => showToast('error', failureText(error, m.noticesReadFailed())),
  });
  return {
    list,
    markAll: shown === null ? null : () => marking.mutate({ upTo: shown }),
    isMarking: marking.isPending,
  };
}

export type Notice = NonNullable<
  ReturnType<typeof useInbox>['list']['data']
>['pages'][number]['notifications'][number];

function useShowRead() {
  const { notifications } = trpc.useUtils();
  return async (upTo: number, unread: number) => {
    // A running request would restore the old count.
    await Promise.all([notifications.unread.cancel(), notifications.list.cancel()]);
    notifications.unread.setData(undefined, { unread });
    notifications.list.setInfiniteData({}, (data) => {
      const pages = data?.pages.map((page) => ({
        ...page,
        unread,
        notifications: page.notifications.map((notice) =>
          notice.id <= upTo ? { ...notice, isRead: true } : notice,
        ),
      }));
      return data && pages && { ...data, pages };
    });
  };
}

function useRefreshed(refetch: () => unknown, known: number | undefined) {
  const unread = useUnread();
  const isBehind = unread !== undefined && known !== undefined && unread > known;
  useEffect(() => {
    if (isBehind) void refetch();
  }, [isBehind, refetch]);
}

function useReadOnLeaving(
  shown: number | null,
  show: (upTo: number, unread: number) => Promise<void>,
) {
  const { client } = trpc.useUtils();
  const latest = useRef({ shown, show });
  useEffect(() => {
    latest.current = { shown, show };
  });
  useEffect(() => {
    const leave = () => {
      const { shown: upTo, show: showRead } = latest.current;
      if (upTo === null || readToken() === null) return;
      latest.current.shown = null;
      // If this fails, the notices are still unread the next time.
      void client.notifications.read.mutate({ upTo }).then(
        ({ unread }) => showRead(upTo, unread),
        () => {},
      );
    };
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, [client]);
}
