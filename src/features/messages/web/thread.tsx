import { Fragment, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { dayInNairobi } from '#rules/day.ts';
import { m } from '#text';
import { Button, classNames } from '#ui/elements.tsx';
import type { Side } from '../rules/message.ts';
import { Bubble, PendingBubble } from './bubble.tsx';
import { dayTitle, Icon, type Message, shortText } from './message-parts.tsx';
import type { PendingMessage } from './message-queue.ts';
import { eventText, OfferCard, type OfferSteps } from './offer-card.tsx';

type ThreadProps = {
  conversationId: number;
  messages: readonly Message[];
  waiting: readonly PendingMessage[];
  side: Side;
  name: string;
  steps: OfferSteps;
  onEarlier: (() => void) | null;
  isLoadingEarlier: boolean;
  onSeen: () => void;
  onRetry: (key: string) => void;
  onDelete: (key: string) => void;
  children?: React.ReactNode;
};

export function Thread(props: ThreadProps) {
  const { conversationId, messages, waiting, side, name, steps, children } = props;
  const { onEarlier, isLoadingEarlier, onSeen, onRetry, onDelete } = props;
  const box = useRef<HTMLDivElement>(null);
  const [first, last] = [messages[0], messages.at(-1)];
  const { hasNew, toEnd } = useThreadScroll(box, {
    first: first && String(first.id),
    last: waiting.at(-1)?.key ?? (last && String(last.id)),
    isOwn: waiting.length > 0 || last?.from === side,
    onSeen,
  });
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <section
        ref={box}
        aria-label={m.messagesTitle()}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: users without a mouse scroll it with keys
        tabIndex={0}
        // Otherwise content only for screen readers would make the page as long as the thread.
        className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain [overflow-anchor:none]"
      >
        <div className="flex min-h-full flex-col justify-end px-3 py-4 sm:px-5">
          {onEarlier && (
            <Button
              variant="secondary"
              size="small"
              className="mx-auto mb-3"
              isBusy={isLoadingEarlier}
              onClick={onEarlier}
            >
              {m.messagesEarlier()}
            </Button>
          )}
          <ol className="grid grid-cols-1">
            {messages.map((message, index) => (
              <Fragment key={message.id}>
                <DayTitle message={message} before={messages[index - 1]} />
                <li className={isGrouped(message, messages[index - 1]) ? 'mt-1' : 'mt-3'}>
                  <Entry
                    conversationId={conversationId}
                    message={message}
                    side={side}
                    name={name}
                    steps={steps}
                  />
                </li>
              </Fragment>
            ))}
            {waiting.map((one) => (
              <li key={one.key} className="mt-1">
                <PendingBubble
                  waiting={one}
                  onRetry={() => onRetry(one.key)}
                  onDelete={() => onDelete(one.key)}
                />
              </li>
            ))}
          </ol>
          {children && <div className="mt-4 grid justify-items-center gap-4">{children}</div>}
        </div>
      </section>
      <Heard last={last} side={side} name={name} />
      {hasNew && (
        <button
          type="button"
          onClick={toEnd}
          className="absolute bottom-3 left-1/2 flex min-h-11 -translate-x-1/2 items-center gap-2 rounded-full bg-leaf-solid px-4 font-semibold text-sm text-white shadow-raised hover:bg-leaf-strong"
        >
          {m.messagesNew()}
          <Icon name="down" className="size-4.5" />
        </button>
      )}
    </div>
  );
}

const isGrouped = (message: Message, before: Message | undefined) =>
  before?.from === message.from && before.kind !== 'offer' && before.kind !== 'event';

function DayTitle({ message, before }: { message: Message; before: Message | undefined }) {
  const day = dayInNairobi(new Date(message.sentAt));
  if (before && dayInNairobi(new Date(before.sentAt)) === day) return null;
  return (
    <li className={classNames('text-center', before && 'mt-5')}>
      <span className="rounded-full bg-line/60 px-3 py-1 font-semibold text-sm">
        {dayTitle(day)}
      </span>
    </li>
  );
}

type EntryProps = {
  conversationId: number;
  message: Message;
  side: Side;
  name: string;
  steps: OfferSteps;
};

function Entry({ conversationId, message, side, name, steps }: EntryProps): React.ReactNode {
  const { kind, offer, from } = message;
  if (kind === 'offer' && offer)
    return <OfferCard offer={offer} side={side} name={name} steps={steps} />;
  if (kind === 'event') return <EventLine text={eventText(message, { side, name })} />;
  return <Bubble conversationId={conversationId} message={message} isOwn={from === side} />;
}

const EventLine = ({ text }: { text: string }) => (
  <p className="py-1 text-center text-muted text-sm">{text}</p>
);

/** Announces the other side's new messages to screen readers. */
function Heard({ last, side, name }: { last: Message | undefined; side: Side; name: string }) {
  const opened = useRef(last?.id ?? 0);
  if (opened.current === 0 && last) opened.current = last.id;
  const isNew = last !== undefined && last.id > opened.current && last.from !== side;
  return (
    <p aria-live="polite" className="sr-only">
      {isNew && m.messagesHeard({ name, text: shortText(last) })}
    </p>
  );
}

/** A reader this close to the end counts as being there. */
const END_PIXELS = 60;

export type Thread = {
  first: string | undefined;
  last: string | undefined;
  isOwn: boolean;
  /** The newest message is on screen and the page is visible. */
  onSeen: () => void;
};

/** Stays at the end if the reader was there or has just written, and otherwise where they read. */
function useThreadScroll(
  box: React.RefObject<HTMLElement | null>,
  { first, last, isOwn, onSeen }: Thread,
) {
  const [hasNew, setHasNew] = useState(false);
  const known = useRef({ first, last, height: 0, isAtEnd: true });
  const seen = useRef(onSeen);
  useEffect(() => {
    seen.current = onSeen;
  });

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const before = known.current;
    const isLonger = last !== before.last;
    if (isLonger && isOwn) before.isAtEnd = true;
    if (before.isAtEnd) element.scrollTop = element.scrollHeight;
    else if (first !== before.first) element.scrollTop += element.scrollHeight - before.height;
    if (isLonger && !before.isAtEnd) setHasNew(true);
    known.current = { first, last, height: element.scrollHeight, isAtEnd: before.isAtEnd };
  }, [box, first, last, isOwn]);

  // A new delivery mark or a growing text field also moves the end.
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const stay = new ResizeObserver(() => {
      if (known.current.isAtEnd) element.scrollTop = element.scrollHeight;
      known.current.height = element.scrollHeight;
    });
    stay.observe(element);
    for (const child of element.children) stay.observe(child);
    const look = () => {
      known.current.isAtEnd =
        element.scrollHeight - element.scrollTop - element.clientHeight < END_PIXELS;
      if (!known.current.isAtEnd) return;
      setHasNew(false);
      if (document.visibilityState === 'visible') seen.current();
    };
    element.addEventListener('scroll', look, { passive: true });
    document.addEventListener('visibilitychange', look);
    return () => {
      stay.disconnect();
      element.removeEventListener('scroll', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [box]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new message is seen as it comes
  useEffect(() => {
    if (known.current.isAtEnd && document.visibilityState === 'visible') seen.current();
  }, [last]);

  const toEnd = () => {
    const element = box.current;
    if (element) element.scrollTop = element.scrollHeight;
  };
  return { hasNew, toEnd };
}
