import type { Locator, Page } from 'playwright/test';

export class ForgotPasswordPage {
  readonly sendCode: Locator;
  readonly newPassword: Locator;
  readonly confirmPassword: Locator;
  readonly save: Locator;

  constructor(readonly page: Page) {
    this.sendCode = page.getByRole('button', { name: 'Send code' });
    this.newPassword = page.getByLabel('New password');
    this.confirmPassword = page.getByLabel('Confirm password');
    this.save = page.getByRole('button', { name: 'Save new password' });
  }

  async choose(password: string) {
    await this.newPassword.fill(password);
    await this.confirmPassword.fill(password);
    await this.save.click();
  }
}
