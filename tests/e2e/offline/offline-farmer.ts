import { type Api, expect, type Page, shows } from '#tests/e2e/fixtures.ts';
import { FarmerDashboardPage } from '#tests/e2e/pages/farmer-dashboard-page.ts';
import { queueStarted } from '#tests/e2e/pages/pending-page.ts';

/** A camera of changing noise, which JPEG cannot compress. */
function noisyCamera() {
  navigator.mediaDevices.getUserMedia = async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 480, height: 360 });
    const paint = canvas.getContext('2d');
    const repaint = () => {
      const picture = paint?.createImageData(480, 360);
      if (!paint || !picture) return;
      const noise = new Uint32Array(picture.data.buffer);
      for (let at = 0; at < noise.length; at += 1)
        noise[at] = 0xff000000 | Math.floor(Math.random() * 0xffffff);
      paint.putImageData(picture, 0, 0);
    };
    repaint();
    setInterval(repaint, 100);
    return canvas.captureStream(10);
  };
}

export async function makeFarmer(api: Api) {
  const account = await api.farmer();
  return { account, token: await api.logIn(account, 'farmer') };
}

export async function openProducts(page: Page) {
  const farm = new FarmerDashboardPage(page);
  await page.addInitScript(noisyCamera);
  await farm.open('products');
  await queueStarted(page);
  await farm.button('Add product').click();
  await farm.button(/^Take photos/).click();
  await farm.button('Take a photo').click();
  await farm.inDialog('Done').click();
  await shows(farm.dialog.getByRole('img', { name: 'Photo 1' }));
  await farm.inDialog('Close').click();
  await farm.inDialog('Discard').click();
  await expect(farm.dialog).toHaveCount(0);
  return farm;
}

export async function fillProduct(
  page: Page,
  farm: FarmerDashboardPage,
  { name, photos }: { name: string; photos: number },
) {
  await farm.button('Add product').first().click();
  await farm.button(/^Take photos/).click();
  for (let taken = 0; taken < photos; taken += 1) await farm.button('Take a photo').click();
  await farm.inDialog('Done').click();
  await shows(farm.dialog.getByRole('img', { name: `Photo ${photos}` }));
  await page.getByLabel('Product name').fill(name);
  await farm.openDetails();
  await page.getByLabel('Category').last().selectOption('Vegetables');
  await page.getByLabel('Quantity').fill('12');
  await page.getByLabel('Price per kg (KES)').fill('80');
}

type Listed = { name: string; photos: { id: number; takenOn?: string }[] };

export const listProducts = async (api: Api, token: string): Promise<Listed[]> =>
  (await (await api.read(token, 'farmer/products')).json()).products;

export const pendingCard = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Waiting to be sent' })
    .getByRole('listitem')
    .filter({ hasText: name });
