import type { Locator, Page } from 'playwright/test';

export class ForgotPasswordPage {
  readonly email: Locator;
  readonly sendCode: Locator;
  readonly newPassword: Locator;
  readonly confirmPassword: Locator;
  readonly save: Locator;

  constructor(readonly page: Page) {
    this.email = page.getByLabel('Email');
    this.sendCode = page.getByRole('button', { name: 'Send code' });
    this.newPassword = page.getByLabel('New password');
    this.confirmPassword = page.getByLabel('Confirm password');
    this.save = page.getByRole('button', { name: 'Save new password' });
  }

  async askFor(email: string) {
    await this.email.fill(email);
    await this.sendCode.click();
  }

  async choose(password: string) {
    await this.newPassword.fill(password);
    await this.confirmPassword.fill(password);
    await this.save.click();
  }
}
