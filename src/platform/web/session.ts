/*
 * The session under the keys of the specification (§3): with "Remember me" in localStorage,
 * otherwise in sessionStorage, which ends with the tab. If storage is full, forbidden or absent, it
 * is kept in memory, and nothing throws.
 */

import { type ParsedLocation, redirect } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { loginPaths, routes } from '#rules/routes.ts';
import { m } from '#text';
import { deviceStore, tabStore } from './storage.ts';
import { showToast } from './ui/show-toast.ts';

export type SessionUser = {
  id: number;
  role: Role;
  email: string;
  firstName: string;
  lastName: string;
};
export type Session = { token: string; user: SessionUser };

const keys = [
  'authToken',
  'userId',
  'userType',
  'userEmail',
  'userFirstName',
  'userLastName',
  'buyerId',
  'userData',
] as const;
type Key = (typeof keys)[number];
type Entries = Partial<Record<Key, string>>;

/** Kept when the session ends, so that the same user finds a draft again. */
const LAST_USER = 'lastUser';

/** The role of a login without "Remember me", for the other tabs, which cannot see its session. */
const TAB_LOGIN = 'tabLogin';

let inMemory: Entries = {};

export function readSession(role: Role, assumed: Role = 'farmer'): Session | null {
  const entries = readEntries();
  // The specification assumes a farmer if no role is stored (§3).
  const { authToken: token, userType = assumed } = entries;
  if (!token || userType !== role) return null;
  const user = role === 'farmer' ? farmerFrom(entries) : buyerFrom(entries);
  return user && { token, user };
}

/** Null until hydration: the server renders pages for a visitor. */
export const useSessionRole = (): Role | null =>
  useSyncExternalStore(neverChanges, readRole, () => null);

const readRole = () =>
  (['buyer', 'farmer'] as const).find((role) => readSession(role) !== null) ?? null;
const neverChanges = () => () => {};

export const readUser = (): SessionUser | null =>
  (readSession('buyer') ?? readSession('farmer'))?.user ?? null;

export const readToken = () => readEntries().authToken ?? null;

export function storeSession(
  { token, user }: Session,
  { isRemembered }: { isRemembered: boolean },
) {
  clearSession();
  forgetOthersDrafts(String(user.id));
  const entries = user.role === 'farmer' ? farmerEntries(user) : buyerEntries(user);
  const all: Entries = { authToken: token, userType: user.role, ...entries };
  try {
    const storage = isRemembered ? localStorage : sessionStorage;
    for (const [key, value] of Object.entries(all)) storage.setItem(key, value);
    if (!isRemembered) localStorage.setItem(TAB_LOGIN, user.role);
  } catch {
    inMemory = all;
  }
}

/** Another user who logs in in this tab must not find them. */
function forgetOthersDrafts(id: string) {
  const [tab] = storages();
  const last = tab?.getItem(LAST_USER);
  if (last && last !== id) tab?.clear();
  tabStore.write(LAST_USER, id);
}

/** A window event: the user has logged out here, or has deleted the account. */
export const LOGGED_OUT = 'logged-out';

export function clearSession() {
  inMemory = {};
  for (const storage of storages()) {
    for (const key of [...keys, TAB_LOGIN]) storage.removeItem(key);
  }
}

export const readTabLogin = () => deviceStore.read(TAB_LOGIN) ?? null;

const buyerEntries = (user: SessionUser): Entries => ({
  userId: String(user.id),
  userEmail: user.email,
  userFirstName: user.firstName,
  userLastName: user.lastName,
  buyerId: String(user.id),
});

const farmerEntries = (user: SessionUser): Entries => ({
  userData: JSON.stringify({ ...user, userType: user.role }),
});

function buyerFrom({
  userId = '0',
  userEmail = '',
  userFirstName = '',
  userLastName = '',
}: Entries): SessionUser {
  return {
    id: Number(userId),
    role: 'buyer',
    email: userEmail,
    firstName: userFirstName,
    lastName: userLastName,
  };
}

function farmerFrom({ userData = '{}' }: Entries): SessionUser | null {
  try {
    const {
      id = 0,
      email = '',
      firstName = '',
      lastName = '',
    } = JSON.parse(userData) as Partial<SessionUser>;
    return { id, role: 'farmer', email, firstName, lastName };
  } catch {
    // Something else wrote this entry. Logging in again is safer than guessing.
    return null;
  }
}

/** This tab's own session takes precedence over the remembered one. */
function readEntries(): Entries {
  for (const storage of storages()) {
    if (!storage.getItem('authToken')) continue;
    return Object.fromEntries(keys.map((key) => [key, storage.getItem(key) ?? undefined]));
  }
  return inMemory;
}

function storages(): Storage[] {
  try {
    return [sessionStorage, localStorage];
  } catch {
    return [];
  }
}

type Visit = { location: ParsedLocation; preload: boolean };

/**
 * A route's `beforeLoad`: passes the session to the page, or redirects to the role's login. A buyer
 * on a farmer's page gets a message and the buyer's dashboard (§6).
 */
export const requireRole =
  (role: Role) =>
  ({ location, preload }: Visit): { session: Session } => {
    // A token without a role opens the pages of either (§6), and the server decides.
    const session = readSession(role, role);
    if (session) return { session };
    const isBuyer = role === 'farmer' && readSession('buyer') !== null;
    if (role === 'farmer' && !preload)
      showToast('error', isBuyer ? m.errorFarmersOnly() : m.pleaseLogin());
    if (isBuyer) throw redirect({ to: routes.buyerDashboard.path, replace: true });
    const { pathname, searchStr, hash } = location;
    throw redirect({
      to: loginPaths[role],
      search: returnSearch({ pathname, search: searchStr, hash: hash && `#${hash}` }),
      replace: true,
    });
  };

/** For either role. A login that ended with its tab leads to the login of its role. */
export const requireLogin = (visit: Visit): { session: Session } =>
  requireRole((readRole() ?? readTabLogin()) === 'farmer' ? 'farmer' : 'buyer')(visit);

/**
 * The page to return to. The dashboard's start page is omitted, because the login leads there
 * anyway.
 */
export const returnSearch = ({
  pathname,
  search,
  hash,
}: Pick<Location, 'pathname' | 'search' | 'hash'>): { redirect?: string } =>
  pathname.endsWith('dashboard') && !search && !hash ? {} : { redirect: pathname + search + hash };
