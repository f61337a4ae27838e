/** Where a login is to lead back to: what stands in the address, unless that is a dashboard as it opens, to which it leads anyway. */
export const wantedPath = (): { redirect?: string } =>
  location.pathname.endsWith('dashboard') && !location.search ? {} : { redirect: location.pathname + location.search };
