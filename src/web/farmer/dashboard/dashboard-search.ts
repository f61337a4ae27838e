export const dashboardTabs = ['overview', 'products', 'inventory', 'orders', 'payments', 'profile', 'settings'] as const;
export type DashboardTab = (typeof dashboardTabs)[number];

/** What the dashboard's address says: the tab, and on Products what is searched for and which form is open. */
export type DashboardSearch = { tab?: DashboardTab; search?: string; category?: string; product?: 'new' | number };

/** Takes from an address what makes sense, and ignores the rest. By hand, because every page loads this with the list of routes. */
export function dashboardSearch({ tab, search, category, product }: Record<string, unknown>): DashboardSearch {
  const known = dashboardTabs.find((name) => name === tab);
  const isProduct = product === 'new' || (typeof product === 'number' && Number.isInteger(product) && product > 0);
  return {
    ...(known && known !== 'overview' && { tab: known }),
    // The router reads ?search=12 as a number.
    ...((typeof search === 'string' || typeof search === 'number') && search !== '' && { search: String(search) }),
    ...(typeof category === 'string' && category !== '' && { category }),
    ...(isProduct && { product: product as 'new' | number }),
  };
}
