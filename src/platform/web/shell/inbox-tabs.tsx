import { Link } from '@tanstack/react-router';
import { m } from '#text';
import { retryUnlessRefused } from '../client/failure.ts';
import { trpc } from '../client/trpc.ts';
import { classNames } from '../ui/layout/class-names.ts';

const SHOWN_MAX = 99;

export function InboxTabs({ active }: { active: 'notifications' | 'messages' }) {
  const unread =
    trpc.conversations.unread.useQuery(undefined, { retry: retryUnlessRefused }).data?.unread ?? 0;
  return (
    <nav
      aria-label={m.inboxTabsLabel()}
      className="flex w-full gap-1 rounded-full border border-line bg-card p-1"
    >
      <Link to="/notifications" activeProps={{}} {...tab(active === 'notifications')}>
        {m.notifications()}
      </Link>
      <Link to="/messages" activeProps={{}} {...tab(active === 'messages')}>
        {m.messagesTitle()}
        {unread > 0 && (
          <span className="min-w-6 rounded-full bg-maize px-1.5 text-center text-on-maize text-xs leading-6 tabular-nums">
            <span className="sr-only">{m.messagesUnread({ count: unread })}</span>
            <span aria-hidden="true">{unread > SHOWN_MAX ? `${SHOWN_MAX}+` : unread}</span>
          </span>
        )}
      </Link>
    </nav>
  );
}

const tab = (isActive: boolean) => ({
  'aria-current': isActive ? ('page' as const) : undefined,
  className: classNames(
    'flex min-h-11 flex-1 items-center justify-center gap-2 rounded-full px-2 font-semibold no-underline -outline-offset-2!',
    isActive ? 'bg-leaf-solid text-white' : 'text-muted hover:bg-line/50 hover:text-ink',
  ),
});
