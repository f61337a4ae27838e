import type { ComponentProps, ReactNode } from 'react';
import { m } from '#text';
import { useConnectionText, useIsOnline } from '../browser/screen-state.ts';
import { Button } from '../form/button.tsx';
import { useIsLate } from './loading.tsx';

export type Query<Data> = {
  data: Data | undefined;
  isError: boolean;
  isFetching: boolean;
  refetch: () => unknown;
};

type QueryViewProps<Data> = {
  query: Query<Data>;
  /** As large as the final content. Shown if loading takes longer than a moment. */
  skeleton: ReactNode;
  errorText?: string;
  children: (data: Data) => ReactNode;
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

type MoreButtonProps = Omit<ComponentProps<typeof Button>, 'onClick' | 'isBusy'> & {
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

type StateMessageProps = { picture: string; title: string; text?: ReactNode; children?: ReactNode };

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
  text?: ReactNode;
  action?: ReactNode;
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
