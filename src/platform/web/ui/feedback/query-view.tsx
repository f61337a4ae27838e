import type { ReactNode } from 'react';
import { useIsLate } from '../browser/use-is-late.ts';
import { useIsOnline } from '../browser/use-is-online.ts';
import { ErrorState, OfflineState } from './state-message.tsx';

/** The part of react-query's result that this view uses. */
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

/** The four states of every list: loading, failed, offline or loaded. */
export function QueryView<Data>({ query, skeleton, errorText, children }: QueryViewProps<Data>) {
  const isOnline = useIsOnline();
  const isLate = useIsLate(query.data === undefined);
  const retry = () => void query.refetch();
  if (query.data !== undefined) return children(query.data);
  if (!isOnline) return <OfflineState onRetry={retry} />;
  if (query.isError)
    return <ErrorState text={errorText} onRetry={retry} isRetrying={query.isFetching} />;
  return <div className={isLate ? undefined : 'invisible'}>{skeleton}</div>;
}
