import { type APIRequestContext, expect, type Locator, type Page } from 'playwright/test';
import type { createAccounts } from '#tests/e2e/accounts.ts';
import { call } from '#tests/e2e/call.ts';
import type { DashboardPage } from './dashboard-page.ts';
import { offer, uniqueWord } from './market-page.ts';

/** The farms' position for measuring distances, rounded to about a kilometre. */
export const AT_THE_FARM = { latitude: -1.29, longitude: 36.82 };

export class CheckoutPage {
  readonly address: Locator;
  readonly place: Locator;

  constructor(readonly page: Page) {
    this.address = page.getByRole('textbox', { name: 'Delivery address' });
    this.place = page.getByRole('button', { name: /^Place (\d+ )?orders?( · KES [\d,]+)?$/ });
  }

  async open() {
    await this.page.goto('/checkout');
    await expect(this.page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
    await expect(this.place).toBeVisible();
  }

  /** Sets the delivery place from the device's position; null leaves the address as it is. */
  async deliverTo(
    position: { latitude: number; longitude: number },
    address: string | null = 'Biashara Street, shop 4',
  ) {
    await this.page.context().grantPermissions(['geolocation']);
    await this.page.context().setGeolocation({ ...position, accuracy: 10 });
    await this.page.getByRole('button', { name: 'Use my position' }).click();
    await expect(this.page.getByRole('button', { name: 'Change' })).toBeVisible();
    if (address !== null) await this.address.fill(address);
  }

  /** Sets the delivery place by name, choosing the first result. */
  async searchPlace(name: string) {
    await this.page.getByRole('searchbox', { name: 'Search for a place' }).fill(name);
    await this.page.getByRole('button', { name: 'Search', exact: true }).click();
    await this.page.getByRole('list', { name: 'Places found' }).getByRole('button').first().click();
  }

  collect(): Locator {
    return this.page.getByRole('radio', { name: /^Collect/ });
  }
}

type CheckoutFixtures = {
  page: Page;
  request: APIRequestContext;
  accounts: ReturnType<typeof createAccounts>;
  dashboard: DashboardPage;
};

/** Logs in a new buyer with three of a new farm's product in the cart, and opens the checkout. */
export async function openCheckout(
  { page, request, accounts, dashboard }: CheckoutFixtures,
  price = 85,
) {
  const { ids } = await offer(request, accounts, [{ name: `${uniqueWord()} kale`, price }]);
  const buyer = await accounts.buyer();
  await call(request, buyer.token, {
    path: 'buyer.cart.add',
    input: { lines: [{ productId: ids[0], quantity: 3 }] },
  });
  await dashboard.keepSession('buyer', buyer);
  const checkout = new CheckoutPage(page);
  await checkout.open();
  return { checkout, buyer };
}
