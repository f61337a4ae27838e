import { getRouteApi } from '@tanstack/react-router';

const dashboardTabs = [
  'overview',
  'products',
  'inventory',
  'orders',
  'payments',
  'profile',
  'settings',
] as const;
export type DashboardTab = (typeof dashboardTabs)[number];

/**
 * The dashboard's search parameters: the tab; on Products the search and the open form; on Orders
 * the status and the open order; on Payments the month of the open statement; on Profile the open
 * form.
 */
export type DashboardSearch = {
  tab?: DashboardTab | undefined;
  search?: string | undefined;
  category?: string | undefined;
  product?: 'new' | number | undefined;
  status?: string | undefined;
  order?: number | undefined;
  month?: string | undefined;
  edit?: 'farm' | 'phone' | undefined;
};

/**
 * Parses the search parameters. An invalid part is set to undefined, not left out, because the
 * router merges this into the address and would keep the old value. Checked by hand: every page
 * loads this file with the router, and zod would add 9 kB to the landing page.
 */
export function dashboardSearch(given: Record<string, unknown>): DashboardSearch {
  const { tab, search, category, product, status, order, month, edit } = given;
  const known = dashboardTabs.find((name) => name === tab);
  return {
    tab: known === 'overview' ? undefined : known,
    // The router parses ?search=12 as a number.
    search: typeof search === 'number' ? String(search) : textOf(search),
    category: textOf(category),
    product: product === 'new' || isId(product) ? product : undefined,
    status: textOf(status),
    order: isId(order) ? order : undefined,
    month: typeof month === 'string' && /^20\d\d-\d\d$/.test(month) ? month : undefined,
    edit: edit === 'farm' || edit === 'phone' ? edit : undefined,
  };
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

const isId = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0;

/** The dashboard's route, from which its parts read their search. */
export const dashboardRoute = getRouteApi('/screens/farmer/dashboard');
