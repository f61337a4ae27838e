import { useNavigate, useRouterState } from '@tanstack/react-router';
import type { CasePage } from '../rules/desk-input.ts';

export const deskTabs = [
  'cases',
  'payouts',
  'visits',
  'statement',
  'figures',
  'log',
  'people',
  'server',
] as const;
export type DeskTab = (typeof deskTabs)[number];
type OpenPage = Exclude<CasePage, 'statement'> | 'visit';
export type OpenCase = { page: OpenPage; id: number };

export type DeskSearch = { tab: DeskTab; open: OpenCase | null; find: string };

const pages: readonly OpenPage[] = ['order', 'report', 'account', 'lot', 'request', 'visit'];

/** Parsed here, because every page of the site loads the router. */
function readSearch(given: Record<string, unknown>): Omit<DeskSearch, 'find'> {
  const [page, id] = typeof given.open === 'string' ? given.open.split('-') : [];
  const known = pages.find((one) => one === page);
  return {
    tab: deskTabs.find((one) => one === given.tab) ?? 'cases',
    open: known && /^\d{1,10}$/.test(id ?? '') ? { page: known, id: Number(id) } : null,
  };
}

/**
 * The search is only in the entry of the history, because people's numbers and names belong in no
 * address.
 */
export function useDeskSearch() {
  const raw = useRouterState({ select: ({ location }) => location.search });
  const navigate = useNavigate();
  const state = useRouterState({ select: ({ location }) => location.state });
  const { find: kept = '' } = state as { find?: string };
  const search = { ...readSearch(raw as Record<string, unknown>), find: kept };
  const go = (to: Partial<DeskSearch>, { isReplacing = false } = {}) => {
    const { tab, open, find } = { ...search, ...to };
    void navigate({
      to: '/desk',
      search: {
        ...(tab !== 'cases' && { tab }),
        ...(open && { open: `${open.page}-${open.id}` }),
      } as never,
      state: { find } as never,
      replace: isReplacing,
      resetScroll: to.open !== null,
    });
  };
  return { ...search, go };
}
