import type { Locator, Page } from 'playwright/test';

export class FarmerDashboardPage {
  readonly dialog: Locator;

  constructor(readonly page: Page) {
    this.dialog = page.getByRole('dialog');
  }

  async open(tab?: string) {
    await this.page.goto(tab ? `/farmer/dashboard?tab=${tab}` : '/farmer/dashboard');
    await this.page.getByRole('heading', { level: 1 }).waitFor();
  }

  card = (name: string) => this.page.getByRole('article').filter({ hasText: name });
  /** A row of a table; on a phone orders, products and the inventory are lists. */
  row = (name: string) =>
    this.page
      .getByRole('row')
      .or(this.page.getByRole('list', { name: /^(Orders|Your products)/ }).getByRole('listitem'))
      .filter({ hasText: name });
  toggleRow = (name: string) => this.button(`Change ${name}`).click();
  quantity = (name: string) => this.row(name).getByLabel(`How much ${name} do you have?`);
  async openDetails() {
    const details = this.dialog.locator('details', { hasText: 'More details' });
    if ((await details.getAttribute('open')) === null) await details.locator('summary').click();
  }
  async rare(name: string | RegExp) {
    await this.page
      .getByRole('main')
      .locator('summary', { hasText: /^More$/ })
      .click();
    await this.button(name).click();
  }
  button = (name: string | RegExp) => this.page.getByRole('button', { name });
  inDialog = (name: string) => this.dialog.getByRole('button', { name, exact: true });
}
