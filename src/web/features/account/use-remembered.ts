import { useCallback, useLayoutEffect, useState } from 'react';
import * as z from 'zod/mini';
import type { Role } from '#shared/account.ts';
import { keep, readKept } from '#web/ui/browser/tab-storage.ts';

/** Whether "Remember me" is ticked: kept through a reload, for the code screen comes back after one too. */
export function useRemembered(role: Role) {
  const key = `rememberMe ${role}`;
  const [isRemembered, setIsRemembered] = useState(false);
  useLayoutEffect(() => setIsRemembered(readKept(key, z.boolean()) ?? false), [key]);
  const set = useCallback(
    (next: boolean) => {
      keep(key, next);
      setIsRemembered(next);
    },
    [key],
  );
  return [isRemembered, set] as const;
}
