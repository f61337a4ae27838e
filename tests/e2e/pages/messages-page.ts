import { type Browser, expect, type Locator, type Page } from 'playwright/test';
import { DashboardPage } from './dashboard-page.ts';

type Person = Parameters<DashboardPage['keepSession']>[1];
type Opening = {
  role: 'buyer' | 'farmer';
  person: Person;
  size: { width: number; height: number };
  baseURL: string;
};

export async function openBrowser(
  browser: Browser,
  { role, person, size, baseURL }: Opening,
): Promise<Page> {
  const context = await browser.newContext({ viewport: size, baseURL, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await new DashboardPage(page).keepSession(role, person);
  return page;
}

export class MessagesPage {
  readonly field: Locator;
  readonly offers: Locator;

  constructor(readonly page: Page) {
    this.field = page.getByRole('textbox', { name: 'Write a message' });
    this.offers = page.getByRole('article', { name: 'Price offer' });
  }

  bubble(text: string | RegExp): Locator {
    // The list of conversations shows the last message too.
    const ofList = this.page.locator('a[href^="/messages/"]');
    return this.page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: text, hasNot: ofList });
  }

  async write(text: string) {
    await this.field.fill(text);
    await this.page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(this.field).toHaveValue('');
  }

  async offer({ quantity, price }: { quantity: string; price: string }) {
    await this.page.getByRole('button', { name: 'Offer a price' }).click();
    const dialog = this.page.getByRole('dialog');
    await dialog.getByLabel('Quantity').fill(quantity);
    await dialog.getByLabel('Price (KES').fill(price);
    await dialog.getByRole('button', { name: 'Send offer' }).click();
    await expect(dialog).toBeHidden();
  }
}
