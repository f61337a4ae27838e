import { getRouteApi } from '@tanstack/react-router';

export const dashboardTabs = ['overview', 'products', 'inventory', 'orders', 'payments', 'profile', 'settings'] as const;
export type DashboardTab = (typeof dashboardTabs)[number];

/**
 * What the dashboard's address says: the tab; on Products what is searched for and which form is open; on Orders which status and
 * which order; on Payments the month of the statement that is open.
 */
export type DashboardSearch = {
  tab?: DashboardTab | undefined;
  search?: string | undefined;
  category?: string | undefined;
  product?: 'new' | number | undefined;
  status?: string | undefined;
  order?: number | undefined;
  month?: string | undefined;
};

/**
 * Takes from an address what makes sense. What doesn't is said to be undefined, for the router lays this over what the address
 * holds: left out, it would stay. By hand, because every page loads this with the list of routes.
 */
export function dashboardSearch(given: Record<string, unknown>): DashboardSearch {
  const { tab, search, category, product, status, order, month } = given;
  const known = dashboardTabs.find((name) => name === tab);
  return {
    tab: known === 'overview' ? undefined : known,
    // The router reads ?search=12 as a number.
    search: typeof search === 'number' ? String(search) : textOf(search),
    category: textOf(category),
    product: product === 'new' || isId(product) ? product : undefined,
    status: textOf(status),
    order: isId(order) ? order : undefined,
    month: typeof month === 'string' && /^20\d\d-\d\d$/.test(month) ? month : undefined,
  };
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

const isId = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value > 0;

/** The dashboard's own address, as its parts read it. */
export const dashboardRoute = getRouteApi('/screens/farmer/dashboard');
