import type { ReactNode } from 'react';
import { useIsLate } from '../browser/use-is-late.ts';
import { useIsOnline } from '../browser/use-is-online.ts';
import { ErrorState, OfflineState } from './state-message.tsx';

type Query<Data> = {
  data: Data | undefined;
  isError: boolean;
  isFetching: boolean;
  refetch: () => unknown;
};

type QueryViewProps<Data> = {
  query: Query<Data>;
  /** As large as the final content. Shown if loading takes longer than a moment. */
  skeleton: ReactNode;
  errorText: string;
  children: (data: Data) => ReactNode;
};

const SLOW_MILLISECONDS = 4000;

export function QueryView<Data>({ query, skeleton, errorText, children }: QueryViewProps<Data>) {
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
