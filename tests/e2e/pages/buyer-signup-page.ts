import type { Locator, Page } from 'playwright/test';
import { PASSWORD } from '#tests/e2e/api.ts';

export class BuyerSignupPage {
  readonly firstName: Locator;
  readonly lastName: Locator;
  readonly email: Locator;
  readonly nationalId: Locator;
  readonly phoneNumber: Locator;
  readonly password: Locator;
  readonly confirmPassword: Locator;
  readonly terms: Locator;
  readonly submit: Locator;
  readonly backToForm: Locator;

  constructor(readonly page: Page) {
    this.firstName = page.getByLabel('First name');
    this.lastName = page.getByLabel('Last name');
    this.email = page.getByLabel('Email');
    this.nationalId = page.getByLabel('National ID');
    this.phoneNumber = page.getByLabel('Phone number');
    this.password = page.getByLabel('Password', { exact: true });
    this.confirmPassword = page.getByLabel('Confirm password');
    this.terms = page.getByRole('checkbox');
    this.submit = page.getByRole('button', { name: 'Create account' });
    this.backToForm = page.getByRole('button', { name: 'Back to Form' });
  }

  async open() {
    await this.page.goto('/signup');
  }

  async fill(email: string) {
    await this.firstName.fill('Achieng');
    await this.lastName.fill("Ng'ang'a");
    await this.email.fill(email);
    await this.nationalId.fill('12345678');
    await this.phoneNumber.fill('0712 345 678');
    await this.password.fill(PASSWORD);
    await this.confirmPassword.fill(PASSWORD);
    await this.terms.check();
  }

  async signUp(email: string) {
    await this.fill(email);
    await this.submit.click();
  }
}
