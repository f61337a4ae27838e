import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Role } from '#shared/account.ts';
import { m } from '#shared/text/compiled/messages.js';
import { showToast } from '#web/ui/feedback/show-toast.ts';
import { readSession, type Session } from './session.ts';
import { wantedPath } from './wanted-path.ts';

/** The guard of a dashboard: the session of its role, or none and the way to the role's login. */
export function useRoleSession(role: Role): Session | null {
  const [session] = useState(() => readSession(role));
  const navigate = useNavigate();
  useEffect(() => {
    if (session) return;
    if (role === 'farmer') showToast('error', m.pleaseLogin());
    void navigate({ to: role === 'farmer' ? '/loginF' : '/login', search: wantedPath(), replace: true });
  }, [session, role, navigate]);
  return session;
}
