import type { Locator, Page } from 'playwright/test';

type Fix = { latitude: number; longitude: number; accuracy?: number };

export class LocationPickerPage {
  readonly gpsButton: Locator;
  readonly verified: Locator;
  readonly notVerified: Locator;
  readonly alert: Locator;
  readonly county: Locator;
  readonly subcounty: Locator;
  readonly address: Locator;
  readonly search: Locator;
  readonly map: Locator;
  readonly pin: Locator;

  constructor(readonly page: Page) {
    this.gpsButton = page.getByRole('button', { name: /^(Get My|Update my) [Ll]ocation$/ });
    this.verified = page.getByText('Location verified');
    this.notVerified = page.getByText('Location not verified');
    this.alert = page.getByRole('alert');
    this.county = page.getByLabel('County', { exact: true });
    this.subcounty = page.getByLabel('Sub-county');
    this.address = page.getByLabel('Address');
    this.search = page.getByLabel('Search for a place');
    this.map = page.getByRole('application', { name: "Map of the farm's location" });
    this.pin = page.getByRole('button', { name: /^Farm pin/ });
  }

  async open(fix?: Fix) {
    if (fix) {
      await this.page.context().grantPermissions(['geolocation']);
      await this.page.context().setGeolocation({ accuracy: 12, ...fix });
    }
    await this.page.goto('/signupFarmer?step=3');
    await this.gpsButton.waitFor();
  }

  /**
   * Moves the pin north: in steps of fifty metres with the Shift key, and the rest in steps of
   * five.
   */
  async movePinNorth(metres: number) {
    await this.pin.focus();
    for (let step = 0; step < Math.floor(metres / 50); step++)
      await this.page.keyboard.press('Shift+ArrowUp');
    for (let step = 0; step < (metres % 50) / 5; step++) await this.page.keyboard.press('ArrowUp');
  }
}
