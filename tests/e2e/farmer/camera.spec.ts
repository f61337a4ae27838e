import { test as base, PHONE } from '#tests/e2e/farmer-fixtures.ts';
import { button, expect, link, type Page, press, shows } from '#tests/e2e/fixtures.ts';
import { FarmerDashboardPage } from '#tests/e2e/pages/farmer-dashboard-page.ts';

const test = base.extend({
  farm: async ({ page, farmer: _ }, use) => {
    await page.addInitScript(fakeCameras);
    const farm = new FarmerDashboardPage(page);
    await farm.open();
    await link(page, 'Products').filter({ visible: true }).first().click();
    await farm.button('Add product').filter({ visible: true }).first().click();
    await use(farm);
  },
});

/** A fake camera that records when it starts and stops, and fails as `cameraError` says. */
function fakeCameras() {
  const log: string[] = [];
  Object.assign(window, { cameraLog: log, cameraError: '' });
  navigator.mediaDevices.getUserMedia = async () => {
    const { cameraError } = window as unknown as { cameraError: string };
    if (cameraError) throw new DOMException('', cameraError);
    const canvas = Object.assign(document.createElement('canvas'), { width: 1280, height: 720 });
    const paint = canvas.getContext('2d');
    const timer = setInterval(() => {
      if (paint) paint.fillStyle = `rgb(31 ${90 + (Date.now() % 20)} 67)`;
      paint?.fillRect(0, 0, 1280, 720);
    }, 40);
    const stream = canvas.captureStream(20);
    log.push('start');
    for (const track of stream.getTracks()) {
      const stop = track.stop.bind(track);
      track.stop = () => {
        clearInterval(timer);
        log.push('stop');
        stop();
      };
    }
    return stream;
  };
}

const cameraLog = (page: Page) =>
  page.evaluate(() => (window as unknown as { cameraLog: string[] }).cameraLog);
const failWith = (page: Page, name: string) =>
  page.evaluate((cameraError) => void Object.assign(window, { cameraError }), name);

test.use(PHONE);

test('a product has at most five photos, which can be removed; Back closes only the camera', async ({
  page,
  farm,
  expectAccessible,
}) => {
  const overlay = page.getByRole('dialog', { name: 'Take photos' });
  await expect(overlay).toHaveCount(0);
  expect(await cameraLog(page)).toEqual([]);
  await farm.button(/^Take photos/).click();
  await shows(overlay, '0 of 5', { exact: true });
  for (let count = 1; count <= 5; count++) {
    await press(overlay, 'Take a photo');
    await shows(overlay, `${count} of 5`, { exact: true });
    await expect(button(overlay, `Remove photo ${count}`)).toBeInViewport({
      ratio: 1,
    });
  }
  await expect(button(overlay, 'Take a photo')).toBeDisabled();
  await shows(overlay, /^You have 5 photos/);
  await expectAccessible();
  await press(overlay, 'Remove photo 2');
  await shows(overlay, '4 of 5', { exact: true });
  await press(overlay, 'Done');
  await expect(overlay).toHaveCount(0);
  await expect(page.getByRole('img', { name: /^Photo \d$/ })).toHaveCount(4);
  expect((await cameraLog(page)).at(-1)).toBe('stop');
  await farm.button(/^Take photos/).click();
  await shows(overlay.locator('video'));
  await page.evaluate(() => history.back());
  await expect(overlay).toHaveCount(0);
  expect((await cameraLog(page)).at(-1)).toBe('stop');
  await shows(page.getByRole('dialog', { name: 'Add product' }));
  await press(page, 'Make photo 3 the main one');
  await farm.button(/^Take photos/).click();
  await press(overlay, 'Take a photo');
  await shows(overlay, '5 of 5', { exact: true });
});

test("a camera that fails says why, offers the phone's own camera, and Retry uses it again", async ({
  page,
  farm,
  expectAccessible,
}) => {
  const overlay = page.getByRole('dialog', { name: 'Take photos' });
  const alert = overlay.getByRole('alert');
  await failWith(page, 'NotAllowedError');
  await farm.button(/^Take photos/).click();
  for (const [name, sentence] of [
    ['NotAllowedError', 'Camera permission denied.'],
    ['NotFoundError', 'No camera found on this device.'],
    ['NotReadableError', 'Another app is using the camera.'],
    ['UnknownError', 'Unable to access camera.'],
  ] as const) {
    await failWith(page, name);
    await press(overlay, 'Retry');
    await expect(alert).toContainText(sentence);
  }
  await expectAccessible();
  const choosing = page.waitForEvent('filechooser');
  await overlay.getByText("Use the phone's own camera").click();
  expect((await choosing).isMultiple()).toBe(true);
  await failWith(page, '');
  await press(overlay, 'Retry');
  await expect(alert).toHaveCount(0);
  await press(overlay, 'Take a photo');
  await shows(overlay, '1 of 5', { exact: true });
});
