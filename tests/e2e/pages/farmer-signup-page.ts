import { expect, type Locator, type Page } from 'playwright/test';
import { PASSWORD } from '#tests/e2e/api.ts';

const NAIROBI = { latitude: -1.2864, longitude: 36.8172, accuracy: 8 };

export class FarmerSignupPage {
  readonly email: Locator;
  readonly gpsButton: Locator;
  readonly verified: Locator;
  readonly next: Locator;
  readonly back: Locator;
  readonly submit: Locator;

  constructor(readonly page: Page) {
    this.email = page.getByLabel('Email');
    this.gpsButton = page.getByRole('button', { name: 'Get My Location' });
    this.verified = page.getByText('Location verified');
    this.next = page.getByRole('button', { name: 'Next' });
    this.back = page.getByRole('button', { name: 'Back', exact: true });
    this.submit = page.getByRole('button', { name: 'Create account' });
  }

  async open(step = 1) {
    await this.page.context().grantPermissions(['geolocation']);
    await this.page.context().setGeolocation(NAIROBI);
    await this.page.goto(step === 1 ? '/signupFarmer' : `/signupFarmer?step=${step}`);
  }

  async isAtStep(number: number, title: string) {
    const heading = this.page.getByRole('heading', { name: `Step ${number} of 4 · ${title}` });
    await expect(heading).toBeVisible();
  }

  async fill(email: string, phoneNumber?: string) {
    await this.fillPerson(email, phoneNumber);
    await this.next.click();
    await this.fillFarm();
    await this.next.click();
    await this.locate();
    await this.next.click();
    await this.fillPasswords();
  }

  async fillPerson(email: string, phoneNumber = '+254 112 345 678') {
    await this.page.getByLabel('First name').fill('Wanjiru');
    await this.page.getByLabel('Last name').fill('Kamau');
    await this.page.getByLabel('Phone number').fill(phoneNumber);
    await this.email.fill(email);
  }

  async fillFarm() {
    await this.page.getByLabel('Farm type').selectOption('Fruits (Bananas, Mangoes, Avocados)');
    await this.page.getByLabel('Farm size').selectOption('Medium Scale (2.5 - 20 acres)');
  }

  async fillPasswords() {
    await this.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await this.page.getByLabel('Confirm password').fill(PASSWORD);
  }

  async locate() {
    await this.gpsButton.click();
    await expect(this.verified).toBeVisible();
    // Waits for the address lookup, because its result moves the rest of the page.
    await expect(this.page.getByLabel('Address')).toHaveValue('Starehe, Nairobi');
  }
}
