import type { Role } from '#shared/account.ts';

export const dashboards = { buyer: '/buyer-dashboard', farmer: '/farmer/dashboard' } as const satisfies Record<Role, string>;

/** What belongs to a role besides its dashboard: the paths that begin so. */
const ownPaths: Record<Role, RegExp> = {
  buyer: /^\/(buyer-dashboard|buyer|checkout|cart|orders)(\/|$)/,
  farmer: /^\/farmer(\/|$)/,
};

/** Where a login leads: to where one wanted to go if that is a path of ours and of this role, else to the dashboard. */
export function returnPath(wanted: string | undefined, role: Role): string {
  const dashboard = dashboards[role];
  if (!wanted?.startsWith('/')) return dashboard;
  // As the browser reads it: "//elsewhere.example" and "/\elsewhere.example" are other hosts.
  const url = URL.canParse(wanted, location.origin) ? new URL(wanted, location.origin) : null;
  if (url?.origin !== location.origin || !ownPaths[role].test(url.pathname)) return dashboard;
  return url.pathname + url.search + url.hash;
}
