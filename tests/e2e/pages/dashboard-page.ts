import { expect, type Locator, type Page } from 'playwright/test';
import type { Account } from '#tests/e2e/api.ts';

/**
 * An empty page with an icon of its own, so that the browser does not request one from the server.
 */
const EMPTY_PAGE = '<!doctype html><link rel="icon" href="data:,">';

export class DashboardPage {
  readonly logout: Locator;
  readonly bar: Locator;

  constructor(readonly page: Page) {
    this.bar = page.locator('[data-bottom-bar]');
    this.logout = page.getByRole('button', { name: 'Logout' });
  }

  async isOpenFor({ firstName }: Pick<Account, 'firstName'>) {
    await expect(this.page.getByText(firstName).first()).toBeVisible();
    await expect(this.bar).toBeAttached();
  }

  readonly openAccount = () =>
    this.page.locator('summary').getByText('Account', { exact: true }).click();
  readonly toggleRow = (title: string) => this.row(title).locator('summary').first().click();
  readonly row = (title: string) =>
    this.page
      .locator('details')
      .filter({ has: this.page.locator('summary').getByText(title, { exact: true }) })
      // The fold around it matches too.
      .last();

  /**
   * Stores a session as a login does, before any page of ours is opened. Most tests have one person
   * on a device, so the id defaults to the same one.
   */
  async keepSession(
    role: 'buyer' | 'farmer',
    { token, email, firstName, lastName, id = 1 }: Account & { id?: number },
  ) {
    const user = { id, role, email, firstName, lastName };
    const entries =
      role === 'farmer'
        ? { authToken: token, userType: role, userData: JSON.stringify(user) }
        : {
            authToken: token,
            userType: role,
            userId: String(id),
            userEmail: email,
            userFirstName: firstName,
            userLastName: lastName,
          };
    // An empty page of the same origin, which loads faster than one of the application's.
    await this.page.route('/empty.html', (route) =>
      route.fulfill({ contentType: 'text/html', body: EMPTY_PAGE }),
    );
    await this.page.goto('/empty.html');
    await this.page.evaluate((all) => {
      for (const [key, value] of Object.entries(all)) sessionStorage.setItem(key, value);
    }, entries);
  }
}

export const readStorages = (page: Page) =>
  page.evaluate(
    () =>
      ({ local: { ...localStorage }, session: { ...sessionStorage } }) as Record<
        'local' | 'session',
        Record<string, string>
      >,
  );
