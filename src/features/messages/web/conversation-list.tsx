import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { productNameText } from '#products/rules/product-texts.ts';
import { ProductsLink } from '#products/web/products-link.tsx';
import { m } from '#text';
import { Avatar } from '#ui/avatar.tsx';
import { buttonClass, Card, classNames, Skeleton } from '#ui/elements.tsx';
import { EmptyState, MoreButton, QueryView } from '#ui/feedback.tsx';
import { momentText } from '#ui/format.ts';
import { trpc } from '#web/trpc.ts';
import { CONVERSATION_SEARCH_MAX, type Side } from '../rules/message.ts';
import { Icon, lastWordText, otherName, shortText } from './message-parts.tsx';

type ConversationListProps = ReturnType<typeof useConversations> & {
  side: Side;
  openId: number | undefined;
};

export function ConversationList({
  list,
  typed,
  setTyped,
  isSearch,
  side,
  openId,
}: ConversationListProps) {
  const conversations = list.data?.pages.flatMap((page) => page.conversations) ?? [];
  const isEmpty = list.data !== undefined && conversations.length === 0;
  return (
    <div className="flex min-h-0 flex-col gap-3">
      {!(isEmpty && !isSearch && typed === '') && <SearchField typed={typed} onType={setTyped} />}
      <div className="min-h-0 flex-1 lg:overflow-y-auto">
        <QueryView query={list} skeleton={<ListSkeleton />}>
          {() =>
            isEmpty ? (
              <NothingHere isSearch={isSearch} side={side} />
            ) : (
              <Card className="overflow-hidden p-0!">
                <ul className="divide-y divide-line">
                  {conversations.map((conversation) => (
                    <ConversationRow
                      key={conversation.id}
                      conversation={conversation}
                      side={side}
                      isOpen={conversation.id === openId}
                    />
                  ))}
                </ul>
              </Card>
            )
          }
        </QueryView>
        <MoreButton list={list} className="mx-auto my-3 flex!">
          {m.productsShowMore()}
        </MoreButton>
      </div>
    </div>
  );
}

function SearchField({ typed, onType }: { typed: string; onType: (typed: string) => void }) {
  return (
    <search className="relative block">
      <span className="pointer-events-none absolute top-1/2 left-4 -translate-y-1/2 text-muted">
        <Icon name="search" />
      </span>
      <input
        type="search"
        aria-label={m.messagesSearch()}
        placeholder={m.messagesSearch()}
        maxLength={CONVERSATION_SEARCH_MAX}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => onType(target.value)}
        className="input rounded-full pr-12 pl-12 placeholder:text-ellipsis [&::-webkit-search-cancel-button]:hidden"
      />
      {typed && (
        <button
          type="button"
          aria-label={m.messagesSearchClear()}
          onClick={() => onType('')}
          className="absolute top-1/2 right-1 grid size-11 -translate-y-1/2 place-items-center rounded-full text-muted hover:text-ink"
        >
          <Icon name="clear" />
        </button>
      )}
    </search>
  );
}

type ConversationRowProps = { conversation: Conversation; side: Side; isOpen: boolean };

function ConversationRow({ conversation, side, isOpen }: ConversationRowProps) {
  const { id, productName, swahiliName, unread, lastText, lastKind, lastFrom, lastAt } =
    conversation;
  const name = otherName(conversation, side);
  const text = shortText({ kind: lastKind ?? 'text', text: lastText });
  // An event has no author, so it is not shown as "You: …".
  const isOwn = lastFrom === side && lastKind !== 'event';
  return (
    <li>
      <Link
        to="/messages/$conversationId"
        params={{ conversationId: id }}
        activeProps={{}}
        aria-current={isOpen ? 'page' : undefined}
        className={classNames(
          'flex min-h-18 items-center gap-3 px-4 py-3 text-ink no-underline -outline-offset-2!',
          // The initials have the same background as an open row.
          isOpen ? 'bg-leaf-soft text-on-leaf-soft *:first:bg-card' : 'hover:bg-line/40',
        )}
      >
        <Avatar name={name} />
        <span className="grid min-w-0 flex-1 grid-cols-1">
          <span className="flex items-baseline gap-2">
            <span
              className={classNames(
                'line-clamp-2 min-w-0 flex-1 wrap-anywhere',
                unread > 0 ? 'font-extrabold' : 'font-bold',
              )}
            >
              {name}
            </span>
            <time
              dateTime={lastAt}
              title={momentText(lastAt)}
              className={classNames('text-sm tabular-nums', isOpen ? '' : 'text-muted')}
            >
              {lastWordText(lastAt)}
            </time>
          </span>
          <span className={classNames('line-clamp-2 text-sm', isOpen ? '' : 'text-muted')}>
            {productNameText({ name: productName, swahiliName })}
          </span>
          <span className="flex items-center gap-2">
            <span
              className={classNames(
                'min-w-0 flex-1 truncate',
                unread > 0 ? 'font-bold' : !isOpen && 'text-muted',
              )}
            >
              {isOwn ? m.messagesYou({ text }) : text}
            </span>
            {unread > 0 && (
              <span className="min-w-6 rounded-full bg-maize px-1.5 text-center font-bold text-on-maize text-xs leading-6 tabular-nums">
                <span className="sr-only">{m.messagesUnread({ count: unread })}</span>
                <span aria-hidden="true">{unread}</span>
              </span>
            )}
          </span>
        </span>
      </Link>
    </li>
  );
}

const NothingHere = ({ isSearch, side }: { isSearch: boolean; side: Side }) =>
  isSearch ? (
    <p role="status" className="px-4 py-8 text-center text-muted">
      {m.messagesNoneFound()}
    </p>
  ) : (
    <Card>
      <EmptyState
        picture="messages"
        title={m.messagesEmptyTitle()}
        text={side === 'buyer' ? m.messagesEmptyBuyer() : undefined}
        action={
          side === 'buyer' ? (
            <Link to="/market" className={buttonClass()}>
              {m.heroMarketLink()}
            </Link>
          ) : (
            <ProductsLink />
          )
        }
      />
    </Card>
  );

const ListSkeleton = () => (
  <Card className="grid gap-px overflow-hidden p-0!">
    {['first', 'second', 'third', 'fourth'].map((row) => (
      <div key={row} className="flex min-h-24 items-center gap-3 px-4">
        <Skeleton className="size-11 rounded-full!" />
        <div className="grid flex-1 gap-2">
          <Skeleton className="h-4 w-1/2" />
          <Skeleton className="h-3 w-3/4" />
        </div>
      </div>
    ))}
  </Card>
);

const PAUSE_MILLISECONDS = 300;

export function useConversations() {
  const [typed, setTyped] = useState('');
  const search = usePaused(typed.trim());
  const list = trpc.conversations.list.useInfiniteQuery(search ? { search } : {}, {
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // Keeps the previous results until the next answer.
    placeholderData: (before) => before,
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
