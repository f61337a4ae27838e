import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { readFailure } from '../client/failure.ts';

/** The error of the first call, on any tab, that was refused for it. */
export function useLostSession(): unknown {
  const queryClient = useQueryClient();
  const [lost, setLost] = useState<unknown>(null);
  useEffect(() => {
    const note = (error: unknown) => {
      if (error && readFailure(error).code === 'NOT_LOGGED_IN') setLost(error);
    };
    const leaveQueries = queryClient
      .getQueryCache()
      .subscribe(({ query }) => note(query.state.error));
    const leaveMutations = queryClient
      .getMutationCache()
      .subscribe(({ mutation }) => note(mutation?.state.error));
    return () => {
      leaveQueries();
      leaveMutations();
    };
  }, [queryClient]);
  return lost;
}
