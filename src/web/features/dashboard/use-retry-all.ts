import { useQueryClient } from '@tanstack/react-query';

/** Asks again for whatever has failed, on this tab and beside it: one press on Retry mends the whole dashboard. */
export function useRetryAll(): () => void {
  const queryClient = useQueryClient();
  return () => void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
}
