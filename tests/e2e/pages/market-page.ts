import type { Locator, Page } from 'playwright/test';

export class MarketPage {
  readonly search: Locator;
  readonly cards: Locator;
  readonly empty: Locator;

  constructor(readonly page: Page) {
    this.search = page.getByRole('combobox', { name: 'Search products' });
    this.cards = page.getByRole('article');
    this.empty = page.getByText('No products found. Try adjusting your search or filters.');
  }

  card(name: string): Locator {
    return this.cards.filter({ has: this.page.getByRole('heading', { name }) });
  }

  link(name: string): Locator {
    return this.card(name).getByRole('heading').getByRole('link');
  }

  category(name: string): Locator {
    return this.page.getByRole('group', { name: 'Categories' }).getByRole('link', { name });
  }
}
