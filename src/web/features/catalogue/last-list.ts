const KEY = 'lastList';

/** The list of products that was on screen last in this tab, with its search, so that a product leads back to it. */
export type LastList = { to: '/market' | '/buyer-dashboard'; search: Record<string, unknown> };

export function keepLastList(list: LastList): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(list));
  } catch {
    // Without storage a product leads back to the whole market.
  }
}

export function readLastList(): LastList {
  try {
    const { to, search }: Partial<LastList> = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    if (to === '/buyer-dashboard' && search) return { to, search };
    return { to: '/market', search: search ?? {} };
  } catch {
    return { to: '/market', search: {} };
  }
}
