import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Role } from '#shared/account.ts';
import { m } from '#shared/text/compiled/messages.js';
import { readSession, type Session } from './session.ts';
import { showToast } from './ui/show-toast.ts';

/** The guard of a dashboard: the session of its role, or none and the way to the role's login. */
export function useRoleSession(role: Role): Session | null {
  const [session] = useState(() => readSession(role));
  const navigate = useNavigate();
  useEffect(() => {
    if (session) return;
    if (role === 'farmer') showToast('error', m.pleaseLogin());
    // What was wanted is where the login leads; to the dashboard itself it leads anyway.
    const isDashboard = location.pathname.endsWith('dashboard') && !location.search;
    const redirect = isDashboard ? undefined : location.pathname + location.search;
    void navigate({ to: role === 'farmer' ? '/loginF' : '/login', search: redirect ? { redirect } : {}, replace: true });
  }, [session, role, navigate]);
  return session;
}
