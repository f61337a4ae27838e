import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { m } from '#text';
import { trpc } from './trpc.ts';
import { buttonClass, classNames } from './ui/elements.tsx';
import { showToast } from './ui/show-toast.ts';

const REFRESH_MILLISECONDS = 60_000;
const SHOWN_MAX = 99;

export function useUnread() {
  return trpc.notifications.unread.useQuery(undefined, { refetchInterval: REFRESH_MILLISECONDS })
    .data?.unread;
}

function useFollowedPush() {
  useEffect(() => {
    if (globalThis.Notification?.permission !== 'granted') return;
    import('./push-device.ts').then(
      ({ followPush }) => followPush(),
      () => {},
    );
  }, []);
}

function useToldLive(unread: number | undefined) {
  const { client } = trpc.useUtils();
  const before = useRef(unread);
  useEffect(() => {
    const known = before.current;
    before.current = unread;
    if (
      known === undefined ||
      unread === undefined ||
      unread <= known ||
      document.visibilityState !== 'visible'
    )
      return;
    const say = ({
      notifications: [newest],
    }: {
      notifications: { text: string; href: string; isRead: boolean }[];
    }) => {
      if (newest && !newest.isRead && !isOnScreen(newest.href)) showToast('info', newest.text);
    };
    client.notifications.list.query({ limit: 1 }).then(say, () => {});
  }, [unread, client]);
}

function isOnScreen(href: string) {
  const [there, here] = [new URL(href, location.origin), new URL(location.href)];
  const tabOf = ({ searchParams }: URL) => searchParams.get('tab');
  return (
    here.pathname === '/notifications' ||
    (here.pathname === there.pathname && tabOf(here) === tabOf(there))
  );
}

export function Bell() {
  const known = useUnread();
  const unread = known ?? 0;
  useToldLive(known);
  useFollowedPush();
  const count = unread > SHOWN_MAX ? `${SHOWN_MAX}+` : String(unread);
  return (
    <Link
      to="/notifications"
      aria-label={unread > 0 ? m.bellCount({ count }) : m.notifications()}
      className={classNames(
        buttonClass({ variant: 'quiet', size: 'icon' }),
        'relative max-[28rem]:-mr-1.5',
      )}
    >
      {/* Inline, so that headers need not load the icon library. */}
      <svg aria-hidden="true" viewBox="0 0 24 24" className="size-6">
        <path
          d="M6 9a6 6 0 0 1 12 0c0 6 2.5 7.5 2.5 7.5h-17S6 15 6 9M10 20.5a2.2 2.2 0 0 0 4 0"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      {unread > 0 && (
        <span className="absolute top-0 right-0 min-w-5 rounded-full bg-maize px-1 text-center font-bold text-on-maize text-xs leading-5 tabular-nums">
          {count}
        </span>
      )}
    </Link>
  );
}
