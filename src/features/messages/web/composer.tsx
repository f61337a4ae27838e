import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { m } from '#text';
import { classNames } from '#ui/elements.tsx';
import { tabStore } from '#web/storage.ts';
import { MESSAGE_MAX } from '../rules/message.ts';
import { Icon } from './message-parts.tsx';
import type { Target } from './message-queue.ts';

const FEW_LEFT = 100;
const HEIGHT_MAX_PIXELS = 150;

/** The send button stays this long, so that a second quick tap starts no recording. */
const SENT_MILLISECONDS = 700;

type ComposerProps = {
  to: Target;
  onSend: (text: string) => void;
  children?: React.ReactNode;
  above?: React.ReactNode;
  hasMore?: boolean;
  instead?: React.ReactNode;
  isFocused?: boolean;
};

/** With a keyboard, Enter sends; on a phone the button does. */
export function Composer({
  to,
  onSend,
  children,
  above,
  hasMore = false,
  instead,
  isFocused = false,
}: ComposerProps) {
  const [typed, type] = useTyped(messageField(to));
  const field = useRef<HTMLTextAreaElement>(null);
  useHeight(field, typed);
  useEffect(() => {
    if (isFocused) field.current?.focus();
  }, [isFocused]);
  const left = MESSAGE_MAX - typed.length;
  const canSend = hasMore || typed.trim() !== '';
  const [isJustSent, setIsJustSent] = useState(false);
  useEffect(() => {
    if (!isJustSent) return;
    const timer = setTimeout(() => setIsJustSent(false), SENT_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [isJustSent]);

  const send = () => {
    field.current?.focus();
    if (!canSend) return;
    type('');
    setIsJustSent(true);
    onSend(typed.trim());
  };
  const press = (event: React.KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || !hasKeyboard())
      return;
    event.preventDefault();
    send();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className="border-line border-t bg-card px-3 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] sm:px-5 sm:pt-3 sm:pb-3"
    >
      {above}
      <div className="flex items-end gap-2">
        {children}
        <textarea
          ref={field}
          rows={1}
          aria-label={m.messagesField()}
          placeholder={m.messagesField()}
          maxLength={MESSAGE_MAX}
          value={typed}
          onChange={({ target }) => type(target.value)}
          onKeyDown={press}
          className="input min-w-0 flex-1 resize-none rounded-3xl px-4"
        />
        {(!canSend && !isJustSent && instead) || <SendButton isReady={canSend} />}
      </div>
      <p
        aria-live="polite"
        className="pt-1 text-right text-muted text-sm tabular-nums empty:hidden"
      >
        {left <= FEW_LEFT && m.messagesLettersLeft({ count: left })}
      </p>
    </form>
  );
}

const SendButton = ({ isReady }: { isReady: boolean }) => (
  <button
    type="submit"
    aria-label={m.messagesSend()}
    aria-disabled={!isReady || undefined}
    // Keeps the focus in the field, and a phone's keyboard open.
    onMouseDown={(event) => event.preventDefault()}
    className={classNames(
      'grid size-12 shrink-0 place-items-center rounded-full',
      isReady ? 'bg-leaf-solid text-white hover:bg-leaf-strong' : 'bg-line text-muted',
    )}
  >
    <Icon name="send" className="size-5.5" />
  </button>
);

function useHeight(field: { current: HTMLTextAreaElement | null }, typed: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text decides
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    element.style.height = 'auto';
    const border = element.offsetHeight - element.clientHeight;
    element.style.height = `${Math.min(element.scrollHeight + border, HEIGHT_MAX_PIXELS)}px`;
    element.style.overflowY = element.scrollHeight > HEIGHT_MAX_PIXELS ? 'auto' : 'hidden';
  }, [field, typed]);
}

/** Shift+Enter is awkward on a touch keyboard, so Enter starts a new line there. */
const hasKeyboard = () => matchMedia('(hover: hover) and (pointer: fine)').matches;

/** Survives a reload of the tab. Deleted when another user logs in. */
function useTyped(name: string): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(() => read(name));
  const type = (next: string) => {
    setTyped(next);
    keep(name, next);
  };
  return [typed, type];
}

export function moveTyped(from: string, to: string) {
  const typed = read(from);
  if (!typed) return;
  keep(to, [read(to), typed].filter(Boolean).join('\n'));
  keep(from, '');
}

export const messageField = ({ kind, id }: Target) => `message:${kind}:${id}`;

const read = (name: string): string => tabStore.read(name) ?? '';

const keep = (name: string, typed: string) => tabStore.write(name, typed || null);
