import { Link, useRouter } from '@tanstack/react-router';
import {
  BellRing,
  CheckCheck,
  Coins,
  Handshake,
  type LucideIcon,
  MessagesSquare,
  PackageCheck,
  Settings2,
  Sprout,
  ThumbsUp,
  TrendingDown,
} from 'lucide-react';
import { useEffect, useRef } from 'react';
import { intlLocale } from '#rules/language.ts';
import { getLocale } from '#rules/text/compiled/runtime.js';
import { m } from '#text';
import { Button, buttonClass, Card, classNames, Skeleton } from '#ui/elements.tsx';
import { EmptyState, MoreButton, QueryView } from '#ui/feedback.tsx';
import { dateText, momentText } from '#ui/format.ts';
import { showToast } from '#ui/show-toast.ts';
import { useUnread } from '#web/bell.tsx';
import { Container, useAnnounced } from '#web/page-frame.tsx';
import { failureText } from '#web/rpc.ts';
import { readToken } from '#web/session.ts';
import { trpc } from '#web/trpc.ts';
import { useSessionEnd } from '#web/use-session-end.ts';
import type { NoticeTopic } from '../rules/notice.ts';

const agoUnits = [
  { unit: 'day', seconds: 24 * 60 * 60 },
  { unit: 'hour', seconds: 60 * 60 },
  { unit: 'minute', seconds: 60 },
] as const;

const AGO_SECONDS_MAX = 7 * 24 * 60 * 60;

/** No other page's first part uses these icons, so they share its file. */
const icons: Record<NoticeTopic, LucideIcon> = {
  orders: PackageCheck,
  money: Coins,
  messages: MessagesSquare,
  offers: Handshake,
  reviews: ThumbsUp,
  prices: TrendingDown,
  follows: Sprout,
};

export function InboxPage({ role }: { role: Role }) {
  const { list, markAll, isMarking } = useInbox();
  useSessionEnd(role, list.error);
  useAnnounced(m.notifications());
  return (
    <main id="main" className="pt-5 pb-12 sm:pt-8">
      <Container>
        <section aria-label={m.notifications()} className="grid max-w-prose grid-cols-1 gap-4">
          <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-2">
            <h1 tabIndex={-1} className="mr-auto font-extrabold text-2xl sm:text-3xl">
              {m.notifications()}
            </h1>
            {markAll && (
              <Button variant="quiet" size="small" isBusy={isMarking} onClick={markAll}>
                {!isMarking && <CheckCheck className="size-4.5" />}
                {m.noticesMarkRead()}
              </Button>
            )}
            <Link
              to="/notifications/settings"
              aria-label={m.noticeSettingsTitle()}
              className={buttonClass({ variant: 'quiet', size: 'icon' })}
            >
              <Settings2 className="size-5.5" />
            </Link>
          </div>
          <QueryView query={list} skeleton={<InboxSkeleton />}>
            {({ pages }) => {
              const notices = pages.flatMap((page) => page.notifications);
              if (notices.length === 0) return <NothingYet />;
              return (
                <Card className="overflow-hidden p-0!">
                  <ul className="divide-y divide-line">
                    {notices.map((notice) => (
                      <NoticeRow key={notice.id} notice={notice} />
                    ))}
                  </ul>
                </Card>
              );
            }}
          </QueryView>
          <MoreButton list={list} className="justify-self-center">
            {m.productsShowMore()}
          </MoreButton>
        </section>
      </Container>
    </main>
  );
}

const NothingYet = () => (
  <Card>
    <EmptyState picture="notifications" title={m.noticesEmptyTitle()} />
  </Card>
);

const InboxSkeleton = () => (
  <Card className="grid gap-px overflow-hidden p-0!">
    {['first', 'second', 'third', 'fourth', 'fifth'].map((row) => (
      <div key={row} className="flex min-h-18 items-center gap-4 px-5">
        <Skeleton className="size-10 rounded-full!" />
        <div className="grid flex-1 gap-2">
          <Skeleton className="h-4 w-3/4" />
          <Skeleton className="h-3 w-24" />
        </div>
      </div>
    ))}
  </Card>
);

function NoticeRow({
  notice: { topic, text, detail, href, isRead, createdAt },
}: {
  notice: Notice;
}) {
  const { history } = useRouter();
  // Missing in answers cached from an earlier version.
  const Icon = icons[topic] ?? BellRing;
  const open = (event: React.MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    history.push(href);
  };
  return (
    <li>
      <a
        href={href}
        onClick={open}
        className={classNames(
          'flex min-h-18 items-center gap-3 px-4 py-3 text-ink no-underline -outline-offset-2! hover:bg-line/40 sm:gap-4 sm:px-5',
          !isRead && 'bg-leaf-soft/45',
        )}
      >
        <span
          className={classNames(
            'grid size-10 shrink-0 place-items-center rounded-full',
            isRead ? 'bg-line/60 text-muted' : 'bg-leaf-soft text-on-leaf-soft',
          )}
        >
          <Icon className="size-5" />
        </span>
        <span className="min-w-0 flex-1">
          <span className={classNames('block wrap-anywhere leading-snug', !isRead && 'font-bold')}>
            {text}
          </span>
          {detail && <span className="line-clamp-2 wrap-anywhere text-sm">{detail}</span>}
          <time dateTime={createdAt} title={momentText(createdAt)} className="text-muted text-sm">
            {agoText(createdAt)}
          </time>
        </span>
        {!isRead && (
          <span className="size-2.5 shrink-0 rounded-full bg-leaf-solid">
            <span className="sr-only">{m.noticesUnread()}</span>
          </span>
        )}
      </a>
    </li>
  );
}

function agoText(moment: string): string {
  const seconds = Math.floor((Date.now() - Date.parse(moment)) / 1000);
  if (seconds >= AGO_SECONDS_MAX) return dateText(moment);
  const found = agoUnits.find((unit) => seconds >= unit.seconds);
  if (!found) return m.agoNow();
  const format = new Intl.RelativeTimeFormat(intlLocale(getLocale()), {
    numeric: 'auto',
  });
  return format.format(-Math.floor(seconds / found.seconds), found.unit);
}

function useInbox() {
  const list = trpc.notifications.list.useInfiniteQuery(
    {},
    { getNextPageParam: ({ nextCursor }) => nextCursor },
  );
  const first = list.data?.pages[0];
  const newest = first?.notifications[0]?.id;
  const shown = newest !== undefined && first && first.unread > 0 ? newest : null;
  const show = useShowRead();
  useRefreshed(list.refetch, first?.unread);
  useReadOnLeaving(shown, show);
  const marking = trpc.notifications.read.useMutation({
    onSuccess: ({ unread }, { upTo }) => show(upTo, unread),
    onError: (error) => showToast('error', failureText(error, m.saveFailed())),
  });
  return {
    list,
    markAll: shown === null ? null : () => marking.mutate({ upTo: shown }),
    isMarking: marking.isPending,
  };
}

type Notice = NonNullable<
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
