import { expect, test } from '#tests/e2e/fixtures.ts';
import { LocationPickerPage } from '#tests/e2e/pages/location-picker-page.ts';

const NAIROBI = { latitude: -1.2864, longitude: 36.8172 };
const LODWAR = { latitude: 3.1191, longitude: 35.5973 };
const KAMPALA = { latitude: 0.3476, longitude: 32.5825 };
const ARUSHA = { latitude: -3.3869, longitude: 36.683 };

test.describe("the farm's location", () => {
  test('a fix in Nairobi verifies the place and fills its address', async ({
    page,
    expectNoAxeViolations,
  }) => {
    const picker = new LocationPickerPage(page);
    await picker.open(NAIROBI);
    await expect(picker.search).toHaveCount(0);
    await picker.gpsButton.click();
    await expect(picker.verified).toBeVisible();
    await expect(page.getByText('GPS accuracy: ±12 m')).toContainText('good');
    await expect(picker.county).toHaveValue('Nairobi');
    await expect(picker.subcounty).toHaveValue('Starehe');
    await expect(picker.address).toHaveValue('Starehe, Nairobi');
    await expect(picker.pin).toBeVisible();
    await expectNoAxeViolations();
  });

  test('a poor fix in Turkana counts, with a warning', async ({ page }) => {
    const picker = new LocationPickerPage(page);
    await picker.open({ ...LODWAR, accuracy: 150 });
    await picker.gpsButton.click();
    await expect(picker.county).toHaveValue('Turkana');
    await expect(page.getByText('GPS accuracy: ±150 m')).toContainText('poor');
    await expect(page.getByText('Your position is not accurate.')).toBeVisible();
  });

  test('Arusha lies inside the bounds and outside Kenya', async ({ page }) => {
    const picker = new LocationPickerPage(page);
    await picker.open(ARUSHA);
    await picker.gpsButton.click();
    await expect(picker.alert).toContainText('Location detected outside Kenya');
    await expect(picker.alert).toContainText('VPN');
    await expect(picker.verified).toHaveCount(0);
  });

  test("a fix outside Kenya's bounds revokes an earlier verification, and the sign-up cannot go on (§4, §5)", async ({
    page,
  }) => {
    const picker = new LocationPickerPage(page);
    await picker.open(NAIROBI);
    await picker.gpsButton.click();
    await expect(picker.verified).toBeVisible();
    await page.context().setGeolocation({ ...KAMPALA, accuracy: 12 });
    await picker.gpsButton.click();
    await expect(picker.alert).toContainText('Location detected outside Kenya');
    await expect(picker.verified).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled();
  });

  test('a refused permission is explained', async ({ page, expectNoAxeViolations }) => {
    const picker = new LocationPickerPage(page);
    await picker.open();
    await picker.gpsButton.click();
    await expect(picker.alert).toContainText('Location permission was denied.');
    await expectNoAxeViolations();
  });

  for (const [code, sentence] of [
    [2, 'Your position is not available.'],
    [3, 'Finding your position took too long.'],
  ] as const) {
    test(`a device that finds no position says why: ${sentence}`, async ({ page }) => {
      const picker = new LocationPickerPage(page);
      await picker.openFailing(code);
      await picker.gpsButton.click();
      await expect(picker.alert).toContainText(sentence);
    });
  }
});

test.describe('placing the pin', () => {
  test('with the arrow keys: 30 m is exact, 300 m acceptable, 600 m refused', async ({ page }) => {
    const picker = new LocationPickerPage(page);
    await picker.open(NAIROBI);
    await picker.gpsButton.click();
    await expect(picker.verified).toBeVisible();

    await picker.movePinNorth(30);
    await expect(page.getByText('The pin is 30 m from your GPS position.')).toBeVisible();
    await picker.movePinNorth(270);
    await expect(
      page.getByText('The pin is 300 m from your GPS position: acceptable.'),
    ).toBeVisible();
    await expect(picker.verified).toBeVisible();
    await picker.movePinNorth(250);
    await expect(picker.alert).toContainText(
      'from your current position. For security, stay within 500m when adjusting location.',
    );
    await expect(picker.notVerified).toBeVisible();

    await page.getByRole('button', { name: 'Put the pin back on my GPS position' }).click();
    await expect(picker.verified).toBeVisible();
  });

  test('by dragging and by clicking', async ({ page }) => {
    const picker = new LocationPickerPage(page);
    await picker.open(NAIROBI);
    await picker.gpsButton.click();
    await expect(picker.verified).toBeVisible();
    // The pin stops moving when the map has finished its flight to zoom 16.
    await picker.pin.click({ trial: true });

    const before = await picker.pin.boundingBox();
    if (!before) throw new Error('the pin has no place');
    await page.mouse.move(before.x + 22, before.y + 30);
    await page.mouse.down();
    await page.mouse.move(before.x + 72, before.y + 30, { steps: 5 });
    await page.mouse.up();
    await expect(
      page.getByText(/^The pin is 1[12]\d m from your GPS position: acceptable\.$/),
    ).toBeVisible();

    const box = await picker.map.boundingBox();
    await picker.map.click({ position: { x: (box?.width ?? 0) / 2, y: 215 } });
    await expect(page.getByText(/^The pin is [34]\d m from your GPS position\.$/)).toBeVisible();
  });

  test('the pin cannot be moved before there is a GPS fix', async ({ page }) => {
    const picker = new LocationPickerPage(page);
    await picker.open(NAIROBI);
    // A press before the map has loaded does nothing.
    await expect(async () => {
      await picker.map.click({ position: { x: 80, y: 200 } });
      await expect(picker.alert).toContainText(
        'Please use "Get My Location" button first to verify your position',
        { timeout: 1000 },
      );
    }).toPass();
  });

  test('a distant place is found and shown, and refused as a position', async ({ page }) => {
    const picker = new LocationPickerPage(page);
    await picker.open(NAIROBI);
    await picker.gpsButton.click();
    await picker.search.fill('Eldorett');
    await picker.search.press('Enter');
    await page.getByRole('button', { name: 'Eldoret, Turbo, Uasin Gishu' }).click();
    await expect(picker.alert).toContainText('stay within 500m');
    await expect(picker.notVerified).toBeVisible();
    await expect(picker.county).toHaveValue('Nairobi');
  });

  test('an address typed by hand is kept when the pin moves', async ({ page }) => {
    const picker = new LocationPickerPage(page);
    await picker.open(NAIROBI);
    await picker.gpsButton.click();
    await expect(picker.county).toHaveValue('Nairobi');
    await picker.writeAddress('Behind the old mill');
    await picker.movePinNorth(100);
    await expect(page.getByText('The pin is 100 m from your GPS position')).toBeVisible();
    await expect(picker.address).toHaveValue('Behind the old mill');
  });

  test('moving the pin overwrites an address from GPS but never one that was typed, even after a reload and far away', async ({
    page,
  }) => {
    const picker = new LocationPickerPage(page);
    await picker.open(NAIROBI);
    await picker.gpsButton.click();
    await expect(picker.subcounty).toHaveValue('Starehe');
    await picker.writeAddress('Behind the old mill');
    await page.reload();
    await expect(picker.address).toHaveValue('Behind the old mill');
    await page.context().setGeolocation({ ...LODWAR, accuracy: 12 });
    await page.getByRole('button', { name: 'Get my location again' }).click();
    await expect(picker.county).toHaveValue('Turkana');
    await expect(picker.subcounty).toHaveValue('Turkana Central');
    await expect(picker.address).toHaveValue('Behind the old mill');
    await expect(
      page.getByText(/^This address seems to be 50\d(\.\d)? km from the place you chose\./),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Use the name of the place' }).click();
    await expect(picker.address).toHaveValue(/^Lodwar/);
    await expect(page.getByText('Is this still the address?')).toHaveCount(0);
  });

  test('without tiles the outlines are shown, with a note', async ({ page }) => {
    // An empty image, because a refused request would be logged as an error on the console.
    await page.route('**/tiles/**', (route) =>
      route.fulfill({ contentType: 'image/png', body: '' }),
    );
    const picker = new LocationPickerPage(page);
    await picker.open(NAIROBI);
    await expect(page.getByText('The map pictures could not be loaded.')).toBeVisible();
    await picker.gpsButton.click();
    await expect(picker.verified).toBeVisible();
  });
});
