import { type ParsedLocation, redirect } from '@tanstack/react-router';
import type { Role } from '#shared/account.ts';
import { loginPaths } from '#shared/routes.ts';
import { m } from '#shared/text/compiled/messages.js';
import { showToast } from '#web/ui/feedback/show-toast.ts';
import { readSession, type Session } from './session.ts';

type Visit = { location: ParsedLocation; preload: boolean };

/** The guard of a role's pages, for a route's `beforeLoad`: gives the page its session, or leads to the role's login. */
export const requireRole =
  (role: Role) =>
  ({ location, preload }: Visit): { session: Session } => {
    const session = readSession(role);
    if (session) return { session };
    if (role === 'farmer' && !preload) showToast('error', m.pleaseLogin());
    const { pathname, searchStr } = location;
    throw redirect({ to: loginPaths[role], search: returnSearch({ pathname, search: searchStr }), replace: true });
  };

/** Tells the login which page to lead back to. A dashboard as it first opens is left out: the login leads there anyway. */
export const returnSearch = ({ pathname, search }: { pathname: string; search: string }): { redirect?: string } =>
  pathname.endsWith('dashboard') && !search ? {} : { redirect: pathname + search };
