import type { Locator, Page } from 'playwright/test';

export class LoginPage {
  readonly email: Locator;
  readonly password: Locator;
  readonly rememberMe: Locator;
  readonly submit: Locator;

  constructor(
    readonly page: Page,
    readonly path: '/login' | '/loginF',
  ) {
    this.email = page.getByLabel('Email');
    this.password = page.getByLabel('Password', { exact: true });
    this.rememberMe = page.getByLabel('Remember me');
    this.submit = page.getByRole('button', { name: 'Login', exact: true });
  }

  async open(search = '') {
    await this.page.goto(this.path + search);
  }

  async logIn({ email, password }: { email: string; password: string }) {
    await this.email.fill(email);
    await this.password.fill(password);
    await this.submit.click();
  }
}
