import { button, expect, press, shows, test } from '#tests/e2e/fixtures.ts';
import { LocationPickerPage } from '#tests/e2e/pages/location-picker-page.ts';

const NAIROBI = { latitude: -1.2864, longitude: 36.8172 };
const LODWAR = { latitude: 3.1191, longitude: 35.5973 };
const KAMPALA = { latitude: 0.3476, longitude: 32.5825 };

test('a fix in Kenya verifies the place and fills its address, and one outside revokes that (§4, §5)', async ({
  page,
  expectAccessible,
}) => {
  const picker = new LocationPickerPage(page);
  const locate = async (fix: typeof NAIROBI & { accuracy?: number }) => {
    await page.context().setGeolocation({ accuracy: 12, ...fix });
    await picker.gpsButton.click();
  };
  await picker.open(NAIROBI);
  await expect(picker.search).toHaveCount(0);
  await locate(NAIROBI);
  await shows(picker.verified);
  await expect(page.getByText('GPS accuracy: ±12 m')).toContainText('good');
  await expect(picker.county).toHaveValue('Nairobi');
  await expect(picker.subcounty).toHaveValue('Starehe');
  await expect(picker.address).toHaveValue('Starehe, Nairobi');
  await shows(picker.pin);
  await expectAccessible();

  await locate(KAMPALA);
  await expect(picker.alert).toContainText('Location detected outside Kenya');
  await expect(picker.verified).toHaveCount(0);
  await expect(button(page, 'Next')).toBeDisabled();

  await locate({ ...LODWAR, accuracy: 150 });
  await expect(picker.county).toHaveValue('Turkana');
  await expect(page.getByText('GPS accuracy: ±150 m')).toContainText('poor');
  await shows(page, 'Not accurate.');
});

test('the pin can be dragged, clicked and moved by keys, and is refused beyond 500 m', async ({
  page,
}) => {
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
  await picker.gpsButton.click();
  await shows(picker.verified);
  await picker.pin.click({ trial: true });
  const before = await picker.pin.boundingBox();
  if (!before) throw new Error('the pin has no place');
  await page.mouse.move(before.x + 22, before.y + 30);
  await page.mouse.down();
  await page.mouse.move(before.x + 72, before.y + 30, { steps: 5 });
  await page.mouse.up();
  await shows(page, /^The pin is 13\d m from your GPS position: acceptable\.$/);
  const box = await picker.map.boundingBox();
  await picker.map.click({ position: { x: (box?.width ?? 0) / 2, y: 215 } });
  await expect(page.getByText(/^The pin is/)).toHaveCount(0);

  await picker.movePinNorth(600);
  await expect(picker.alert).toContainText(
    'from your current position. For security, stay within 500m when adjusting location.',
  );
  await shows(picker.notVerified);
  await press(page, 'Put the pin back');
  await shows(picker.verified);
});

test('without tiles the map shows the outlines, with a note', async ({ page }) => {
  // An empty image, because a refused request would be logged as an error on the console.
  await page.route('**/tiles/**', (route) => route.fulfill({ contentType: 'image/png', body: '' }));
  const picker = new LocationPickerPage(page);
  await picker.open(NAIROBI);
  await shows(page, 'We could not load the map: these are the counties.');
  await picker.gpsButton.click();
  await shows(picker.verified);
});
