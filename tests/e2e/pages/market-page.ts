import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Locator, Page } from 'playwright/test';
import type { Account, createAccounts } from '#tests/e2e/accounts.ts';

/** The catalogue, in the public market or in the buyer's dashboard. */
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

  /** A card's link to the product page; the card has another one to the farm. */
  link(name: string): Locator {
    return this.card(name).getByRole('heading').getByRole('link');
  }

  category(name: string): Locator {
    return this.page.getByRole('group', { name: 'Categories' }).getByRole('link', { name });
  }
}

/** A word that no other test's products contain, so that a test can find its own. */
export const uniqueWord = () => `Zao${randomUUID().slice(0, 8)}`;

type Offered = {
  name: string;
  category?: string;
  description?: string;
  quantity?: number;
  unit?: string;
  price?: number;
  netWeightKg?: number;
  isOrganic?: boolean;
  harvestDate?: string;
  depositPercent?: number;
};

/** Creates a farmer who offers these products. */
export async function offer(
  request: APIRequestContext,
  accounts: ReturnType<typeof createAccounts>,
  products: Offered[],
) {
  const farmer: Account = await accounts.farmer();
  const token = await accounts.logIn(farmer, 'farmer');
  const ids: number[] = [];
  for (const {
    category = 'Vegetables',
    quantity = 120,
    unit = 'kg',
    price = 85,
    ...product
  } of products) {
    const answer = await request.post('/trpc/farmer.products.create', {
      headers: { authorization: `Bearer ${token}` },
      data: { category, quantity, unit, price, description: 'Picked this morning', ...product },
    });
    if (!answer.ok()) throw new Error(`The product was not made: ${await answer.text()}`);
    ids.push((await answer.json()).result.data.id);
  }
  return { farmer, token, ids };
}
