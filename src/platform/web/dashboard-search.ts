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

/** `month`: the open statement on Payments. `edit`: the open form on Profile. */
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
 * An invalid part is set to undefined, not left out, because the router merges this into the
 * address. Checked by hand, because zod would add 9 kB to the landing page.
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

export const dashboardRoute = getRouteApi('/screens/farmer/dashboard');
