import { PHONE } from '#tests/e2e/farmer-fixtures.ts';
import { button, expect, type Page, shows, test } from '#tests/e2e/fixtures.ts';
import { appIsKept } from './kept-app.ts';

test.use({ ...PHONE, serviceWorkers: 'allow' });

async function share(page: Page, count: number) {
  await page.evaluate(async (photoCount) => {
    const files = new DataTransfer();
    for (let place = 0; place < photoCount; place++) {
      const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
      const paint = canvas.getContext('2d');
      if (paint) paint.fillStyle = `rgb(${40 * place} 120 60)`;
      paint?.fillRect(0, 0, 640, 480);
      const photo = await new Promise<Blob | null>((resolve) =>
        canvas.toBlob(resolve, 'image/jpeg'),
      );
      if (photo) files.items.add(new File([photo], `Picha ${place}.jpg`, { type: 'image/jpeg' }));
    }
    const form = Object.assign(document.createElement('form'), {
      method: 'POST',
      enctype: 'multipart/form-data',
      action: '/share-target',
    });
    const field = Object.assign(document.createElement('input'), {
      type: 'file',
      name: 'photos',
      multiple: true,
    });
    field.files = files.files;
    form.append(field);
    document.body.append(form);
    form.submit();
  }, count);
}

const newProduct = '/farmer/dashboard?tab=products&product=new';
const photosIn = (page: Page, count: number) => button(page, `Take photos (${count}/5)`);

test("shared photos open in a new product's form, once, even offline", async ({
  page,
  context,
  farmer: _,
  dashboard,
}) => {
  await page.goto('/farmer/dashboard?tab=products');
  await expect(dashboard.bar).toBeAttached();
  await appIsKept(page);
  await share(page, 2);
  await expect(page).toHaveURL(newProduct);
  await shows(photosIn(page, 2));
  await page.getByLabel('Product name').fill('Sukuma wiki');
  const sentPhotos = () =>
    page.evaluate(() => JSON.parse(sessionStorage.getItem('draft:photos:new') ?? '[]').length);
  await expect.poll(sentPhotos).toBe(2);
  await page.reload();
  await shows(photosIn(page, 2));
  await expect(page.getByLabel('Product name')).toHaveValue('Sukuma wiki');
  await context.setOffline(true);
  await share(page, 1);
  await expect(page).toHaveURL(newProduct);
  await shows(photosIn(page, 3));
  await share(page, 7);
  await expect(page).toHaveURL(newProduct);
  await shows(page, 'Up to 5 photos; the others are left out.');
});

test('photos shared by a visitor are kept until the login', async ({ page, api, dashboard }) => {
  const farmer = await api.farmer();
  const token = await api.logIn(farmer, 'farmer');
  await page.goto('/market');
  await appIsKept(page);
  await share(page, 1);
  await expect(page).toHaveURL(/\/loginF\?redirect=/);
  expect(new URL(page.url()).searchParams.get('redirect')).toBe(newProduct);
  await dashboard.keepSession('farmer', { ...farmer, token });
  await page.goto(newProduct);
  await shows(photosIn(page, 1));
});
