import { m } from '#text';
import { Button, classNames, useIsLate } from './elements.tsx';
import { useConnectionText, useIsOnline } from './screen-state.ts';

export type Query<Data> = {
  data: Data | undefined;
  isError: boolean;
  isFetching: boolean;
  refetch: () => unknown;
};

type QueryViewProps<Data> = {
  query: Query<Data>;
  /** As large as the final content. Shown if loading takes longer than a moment. */
  skeleton: React.ReactNode;
  errorText?: string;
  children: (data: Data) => React.ReactNode;
};

const SLOW_MILLISECONDS = 4000;

export function QueryView<Data>({
  query,
  skeleton,
  errorText = m.loadFailed(),
  children,
}: QueryViewProps<Data>) {
  const isOnline = useIsOnline();
  const { data, isError, isFetching, refetch } = query;
  const isMissing = data === undefined;
  const isLate = useIsLate(isMissing);
  const isSlow = useIsLate(isMissing, SLOW_MILLISECONDS);
  const retry = () => void refetch();
  if (!isMissing) return children(data);
  if (!isOnline || (isSlow && !isError)) return <OfflineState onRetry={retry} />;
  if (isError) return <ErrorState text={errorText} onRetry={retry} isRetrying={isFetching} />;
  return <div className={isLate ? undefined : 'invisible'}>{skeleton}</div>;
}

type MoreButtonProps = Omit<React.ComponentProps<typeof Button>, 'onClick' | 'isBusy'> & {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
};

export const MoreButton = ({ list, ...props }: MoreButtonProps) =>
  list.hasNextPage && (
    <Button
      variant="secondary"
      {...props}
      isBusy={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
    />
  );

type StateMessageProps = {
  picture: string;
  title: string;
  text?: React.ReactNode;
  children?: React.ReactNode;
};

export function StateMessage({ picture, title, text, children }: StateMessageProps) {
  return (
    <div className="mx-auto grid max-w-form justify-items-center gap-2 px-4 py-10 text-center">
      <img src={picture} alt="" width="180" height="135" loading="lazy" />
      <p className="mt-2 font-bold text-lg">{title}</p>
      {text && <p className="text-muted">{text}</p>}
      {children && <div className="mt-4 flex flex-wrap justify-center gap-3">{children}</div>}
    </div>
  );
}

type ErrorStateProps = { text: string; onRetry: () => void; isRetrying?: boolean };

export function ErrorState({ text, onRetry, isRetrying = false }: ErrorStateProps) {
  return (
    <div role="alert">
      <StateMessage picture="/art/empty/error.svg" title={text}>
        <Button variant="secondary" isBusy={isRetrying} onClick={onRetry}>
          {m.retry()}
        </Button>
      </StateMessage>
    </div>
  );
}

type EmptyStateProps = {
  picture: 'search' | 'cart' | 'orders' | 'notifications' | 'messages';
  title: string;
  text?: React.ReactNode;
  action?: React.ReactNode;
};

export function EmptyState({ picture, title, text, action }: EmptyStateProps) {
  return (
    // A search that finds nothing changes the page without moving the focus.
    <div role={picture === 'search' ? 'status' : undefined}>
      <StateMessage picture={`/art/empty/${picture}.svg`} title={title} text={text}>
        {action}
      </StateMessage>
    </div>
  );
}

/** If the banner says that the device is offline, this does not repeat it. */
export function OfflineState({ onRetry }: { onRetry: () => void }) {
  const isOnline = useIsOnline();
  const isSaid = useConnectionText() !== null || !isOnline;
  return (
    <div role="status">
      <StateMessage
        picture="/art/empty/offline.svg"
        title={isSaid ? m.unseenText() : m.offlineText()}
        text={isSaid ? undefined : m.unseenText()}
      >
        <Button variant="secondary" onClick={onRetry}>
          {m.retry()}
        </Button>
      </StateMessage>
    </div>
  );
}

const looks = {
  success: { box: 'bg-leaf-soft text-on-leaf-soft', path: 'm5.5 10.5 3 3 6-7' },
  error: { box: 'bg-soil-soft text-on-soil-soft', path: 'M10 5v6M10 14.5v.01' },
  info: { box: 'bg-sky-soft text-on-sky-soft', path: 'M10 9v6M10 5.5v.01' },
};

type NoticeProps = { type: keyof typeof looks; children: React.ReactNode; className?: string };

/** Screen readers announce errors at once, other messages at the next pause. */
export function Notice({ type, children, className }: NoticeProps) {
  const { box, path } = looks[type];
  return (
    <div
      role={type === 'error' ? 'alert' : 'status'}
      className={classNames('flex gap-3 rounded-field px-4 py-3 font-medium', box, className)}
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 20 20"
        className="mt-0.5 size-5 shrink-0"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
      >
        <circle cx="10" cy="10" r="9" strokeWidth="1.5" />
        <path d={path} strokeLinecap="round" strokeLinejoin="round" />
      </svg>
      <div className="min-w-0">{children}</div>
    </div>
  );
}

/** In a long form, place it right above the button. */
export function FormBanner({ text }: { text: string | null }) {
  return text ? <Notice type="error">{text}</Notice> : null;
}

const tones = {
  leaf: 'bg-leaf-soft text-on-leaf-soft',
  maize: 'bg-maize-soft text-on-maize-soft',
  soil: 'bg-soil-soft text-on-soil-soft',
  sky: 'bg-sky-soft text-on-sky-soft',
  plain: 'bg-line/70 text-ink',
};

export type BadgeTone = keyof typeof tones;

type BadgeProps = { tone?: BadgeTone; icon?: React.ReactNode; children: React.ReactNode };

/** The text carries the meaning; the colour only supports it. */
export function Badge({ tone = 'leaf', icon, children }: BadgeProps) {
  return (
    <span className={classNames('badge', tones[tone])}>
      {icon}
      {children}
    </span>
  );
}
