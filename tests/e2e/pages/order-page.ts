import { expect, type Locator, type Page } from 'playwright/test';

export class OrderPage {
  readonly cancel: Locator;
  readonly steps: Locator;

  constructor(readonly page: Page) {
    this.cancel = page.getByRole('button', { name: 'Cancel order' });
    this.steps = page.getByRole('list', { name: 'Order progress' });
  }

  async isOpen(): Promise<number> {
    await expect(this.page).toHaveURL(/\/orders\/\d+$/);
    await expect(this.page.getByRole('heading', { level: 1, name: /^Order #\d+$/ })).toBeVisible();
    return Number(this.page.url().split('/').pop());
  }

  status(word: string): Locator {
    return this.page.getByRole('main').getByText(word, { exact: true });
  }
}
