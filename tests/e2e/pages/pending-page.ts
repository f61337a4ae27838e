import { expect, type Locator, type Page } from 'playwright/test';

export class PendingPage {
  readonly bar: Locator;
  readonly rows: Locator;
  readonly empty: Locator;

  constructor(readonly page: Page) {
    this.bar = page.getByRole('link', { name: /(waiting to be sent|could not be sent)\s*View$/ });
    this.rows = page.getByRole('list', { name: 'Waiting to be sent' }).getByRole('listitem');
    this.empty = page.getByText('Everything has been sent.');
  }

  row = (text: string) => this.rows.filter({ hasText: text });
  button = (row: string, name: string | RegExp) => this.row(row).getByRole('button', { name });

  /** Opened by a link, as a user does. Offline, the page's code must be loaded already. */
  async openByBar() {
    await this.bar.click();
    await expect(
      this.page.getByRole('heading', { level: 1, name: 'Waiting to be sent' }),
    ).toBeVisible();
  }
}

/** Resolves when the queue runs and the page has preloaded: from then on both work offline. */
export async function queueStarted(page: Page) {
  await page.waitForFunction(() => localStorage.getItem('clockOffset') !== null);
  let before = -1;
  const isSettled = async () => {
    const loaded = await page.evaluate(() => performance.getEntriesByType('resource').length);
    const isSame = loaded === before;
    before = loaded;
    return isSame;
  };
  await expect.poll(isSettled, { intervals: [1000], timeout: 20_000 }).toBe(true);
}
