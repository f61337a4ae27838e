import { test as base } from './fixtures.ts';
import { FarmerDashboardPage } from './pages/farmer-dashboard-page.ts';

export const maize = { name: 'Dry maize', category: 'Cereals', quantity: 120, unit: 'bags', price: 3600 };
export const beans = { name: 'Rosecoco beans', category: 'Legumes', quantity: 8, unit: 'kg', price: 145.5 };

type Fixtures = {
  farm: FarmerDashboardPage;
  /** The bearer token of a farmer who is logged in on the page. */
  token: string;
};

/** Tests of a farmer who is logged in. */
export const test = base.extend<Fixtures>({
  farm: async ({ page }, use) => use(new FarmerDashboardPage(page)),
  token: async ({ accounts, dashboard }, use) => {
    const account = await accounts.farmer();
    const token = await accounts.logIn(account, 'farmer');
    await dashboard.keepSession('farmer', { ...account, token });
    await use(token);
  },
});
