import { expect, type Locator, type Page } from 'playwright/test';
import { type Account, type Api, uniqueWord } from '#tests/e2e/api.ts';

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

  async searchPlace(name: string) {
    await this.page.getByRole('searchbox', { name: 'Search for a place' }).fill(name);
    await this.page.getByRole('button', { name: 'Search', exact: true }).click();
    await this.page.getByRole('list', { name: 'Places found' }).getByRole('button').first().click();
  }

  collect(): Locator {
    return this.page.getByRole('radio', { name: /^Collect/ });
  }
}

type CheckoutFixtures = { page: Page; api: Api; buyer: Account };

export async function openCheckout({ page, api, buyer }: CheckoutFixtures, price = 85) {
  const { ids } = await api.offer([{ name: `${uniqueWord()} kale`, price }]);
  const lines = [{ productId: ids[0], quantity: 3 }];
  await api.call(buyer.token, 'buyer.cart.add', { lines });
  const checkout = new CheckoutPage(page);
  await checkout.open();
  return checkout;
}
