import { expect, type Locator, type Page } from 'playwright/test';

/** The list of what waits to be sent. */
export class WaitingPage {
  readonly bar: Locator;
  readonly rows: Locator;
  readonly empty: Locator;

  constructor(readonly page: Page) {
    this.bar = page.getByRole('link', { name: /(waiting to be sent|could not be sent)\s*See$/ });
    this.rows = page.getByRole('list', { name: 'Waiting to be sent' }).getByRole('listitem');
    this.empty = page.getByText('Everything you did has been sent.');
  }

  row = (text: string) => this.rows.filter({ hasText: text });
  button = (row: string, name: string | RegExp) => this.row(row).getByRole('button', { name });

  /** Without a line the page's code has to be there already; it is opened by a link, as a person opens it. */
  async openByBar() {
    await this.bar.click();
    await expect(this.page.getByRole('heading', { level: 1, name: 'Waiting to be sent' })).toBeVisible();
  }
}

/** Resolves when the code of the queue has been loaded and works: from then on the page needs no line for it. */
export const queueStarted = (page: Page) => page.waitForFunction(() => localStorage.getItem('clockOffset') !== null);
