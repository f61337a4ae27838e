import type { Locator, Page } from 'playwright/test';

export class CartPage {
  readonly checkout: Locator;

  constructor(readonly page: Page) {
    this.checkout = page.getByRole('link', { name: 'Go to checkout' });
  }

  async open() {
    await this.page.goto('/buyer-dashboard?tab=cart');
  }

  quantity(name: string): Locator {
    return this.page.getByRole('textbox', { name: `Quantity of ${name}` });
  }
}
