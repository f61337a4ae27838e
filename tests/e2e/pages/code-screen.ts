import { expect, type Locator, type Page } from 'playwright/test';

export class CodeScreen {
  readonly input: Locator;
  readonly resend: Locator;
  readonly resendLater: Locator;
  readonly countdown: Locator;

  constructor(readonly page: Page) {
    this.input = page.getByRole('textbox', { name: 'Verification code' });
    this.resend = page.getByRole('button', { name: 'Resend Code' });
    this.resendLater = page.getByRole('button', { name: 'Resend available after timer' });
    this.countdown = page.getByText(/^Code expires in \d+:\d\d$/);
  }

  async isOpenFor(email: string) {
    await expect(this.page.getByText(email)).toBeVisible();
    await expect(this.input).toBeFocused();
  }

  async type(digits: string) {
    await expect(this.input).toBeFocused();
    await this.page.keyboard.type(digits);
  }

  async paste(text: string) {
    await this.input.evaluate((element, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', pasted);
      element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    }, text);
  }
}
