export const dashboardTabs = ['overview', 'products', 'inventory', 'orders', 'payments', 'profile', 'settings'] as const;
export type DashboardTab = (typeof dashboardTabs)[number];

/**
 * What the dashboard's address says: the tab; on Products what is searched for and which form is open; on Orders which status and
 * which order; on Payments the month of the statement that is open.
 */
export type DashboardSearch = {
  tab?: DashboardTab;
  search?: string;
  category?: string;
  product?: 'new' | number;
  status?: string;
  order?: number;
  month?: string;
};

/** Takes from an address what makes sense, and ignores the rest. By hand, because every page loads this with the list of routes. */
export function dashboardSearch(given: Record<string, unknown>): DashboardSearch {
  const { tab, search, category, product, status, order, month } = given;
  const known = dashboardTabs.find((name) => name === tab);
  return {
    ...(known && known !== 'overview' && { tab: known }),
    // The router reads ?search=12 as a number.
    ...((typeof search === 'string' || typeof search === 'number') && search !== '' && { search: String(search) }),
    ...(typeof category === 'string' && category !== '' && { category }),
    ...((product === 'new' || isId(product)) && { product }),
    ...(typeof status === 'string' && status !== '' && { status }),
    ...(isId(order) && { order }),
    ...(typeof month === 'string' && /^20\d\d-\d\d$/.test(month) && { month }),
  };
}

const isId = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value > 0;
