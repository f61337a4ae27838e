import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type Role, roles } from '#shared/account.ts';
import { readSession } from '#web/app/session/session.ts';
import { returnPath } from './return-path.ts';

/**
 * Whoever is logged in has no use for this role's login: it leads on to where a login would have.
 * @returns the role that somebody is logged in with, when it is the other one
 */
export function useAlreadyIn(role: Role, wantedPath: string | undefined): Role | null {
  const { history } = useRouter();
  const [other, setOther] = useState<Role | null>(null);
  // After the first rendering, which the built page holds for everybody.
  useEffect(() => {
    const kept = roles.find((one) => readSession(one) !== null) ?? null;
    if (kept === role) history.replace(returnPath(wantedPath, role));
    else setOther(kept);
  }, [role, wantedPath, history]);
  return other;
}
