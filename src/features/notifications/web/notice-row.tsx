import { useRouter } from '@tanstack/react-router';
import {
  BellRing,
  Coins,
  Handshake,
  type LucideIcon,
  MessagesSquare,
  PackageCheck,
  Sprout,
  ThumbsUp,
  TrendingDown,
} from 'lucide-react';
import type { MouseEvent } from 'react';
import type { NoticeTopic } from '#features/notifications/rules/notice.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { momentText } from '#platform/web/ui/format/date-text.ts';
import { classNames } from '#platform/web/ui/layout/class-names.ts';
import { agoText } from './ago-text.ts';
import type { Notice } from './use-inbox.ts';

/** No other page's first part uses these icons; otherwise each would become a file of its own. */
const icons: Record<NoticeTopic, LucideIcon> = {
  orders: PackageCheck,
  money: Coins,
  messages: MessagesSquare,
  offers: Handshake,
  reviews: ThumbsUp,
  prices: TrendingDown,
  follows: Sprout,
};

/** A notice in the list. The whole row is a link to its subject. */
export function NoticeRow({
  notice: { topic, text, href, isRead, createdAt },
}: {
  notice: Notice;
}) {
  const { history } = useRouter();
  // Answers that the device cached from an earlier version have no topic.
  const Icon = icons[topic] ?? BellRing;
  const open = (event: MouseEvent) => {
    // With these keys the browser itself opens another tab or window.
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
          <Icon aria-hidden="true" className="size-5" />
        </span>
        <span className="min-w-0 flex-1">
          <span className={classNames('block wrap-anywhere leading-snug', !isRead && 'font-bold')}>
            {text}
          </span>
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
