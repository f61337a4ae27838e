import type { Browser } from 'playwright/test';
import { afterQuietHours } from '#features/notifications/rules/notice.ts';
import { uniqueNumber } from '#tests/e2e/accounts.ts';
import { call } from '#tests/e2e/call.ts';
import { verifyNumber } from '#tests/e2e/demo-server.ts';
import { expect, setLanguage, test } from '#tests/e2e/fixtures.ts';
import { handoverCodeOf, orderProducts } from '#tests/e2e/orders.ts';
import { useOwnDemo } from '#tests/e2e/own-demo.ts';
import { DashboardPage } from '#tests/e2e/pages/dashboard-page.ts';
import { offer, uniqueWord } from '#tests/e2e/pages/market-page.ts';

test.describe('a farmer with a feature phone', () => {
  const own = useOwnDemo();

  async function inSwahili(browser: Browser) {
    const context = await browser.newContext({ baseURL: own.demo.url });
    await setLanguage(context, { language: 'sw', url: own.demo.url });
    return context.newPage();
  }

  test('sells a part by SMS alone, from the order to the payout', async ({ browser }) => {
    test.slow();
    const number = uniqueNumber();
    const maker = own.accounts();
    const withPhone = { ...maker, farmer: (name?: string) => maker.farmer(name, number) };
    const farm = await offer(own.request, withPhone, [
      { name: `${uniqueWord()} nyanya`, price: 60 },
    ]);
    await call(own.request, farm.token, { path: 'auth.setLanguage', input: { language: 'sw' } });
    await verifyNumber(own.request, { token: farm.token, number });
    const buyer = await maker.buyer();
    await own.demo.setAhead(Math.ceil((afterQuietHours(new Date()).getTime() - Date.now()) / 1000));
    const id = await orderProducts(own.request, buyer.token, {
      productIds: farm.ids,
      quantity: 40,
      paymentMethod: 'M-Pesa',
    });
    const page = await inSwahili(browser);
    await new DashboardPage(page).keepSession('buyer', buyer);
    await page.goto(`/orders/${id}`);
    const phone = await inSwahili(browser);
    await phone.goto(`/demo/phone?number=${number}`);
    const shows = (text: string | RegExp) =>
      expect(phone.locator('.lcd')).toContainText(text, { timeout: 15_000 });
    const write = async (text: string) => {
      await phone.getByRole('textbox', { name: 'Andika SMS kwa SokoShamba' }).fill(text);
      await phone.getByRole('button', { name: 'Tuma SMS' }).click();
    };

    await shows(
      new RegExp(
        `Oda ${id}: Achieng Otieno, kilo 40 za .* nyanya, KES 2,400 M-Pesa, itachukuliwa. Jibu NDIO ${id} au HAPANA ${id}`,
      ),
    );
    await write(`NDIO ${id} 25kg`);
    await shows(new RegExp(`Oda ${id} imekubaliwa: kilo 25 `));
    await shows('Subiri: tutakuambia ikilipwa.');
    await expect(page.getByText('kilo 25 (iliagizwa: kilo 40)')).toBeVisible();
    await page.getByRole('button', { name: 'Lipa KES 1,500.00' }).click();
    await expect(phone.getByText('KES 1,500').first()).toBeVisible();
    await phone.getByLabel('PIN', { exact: false }).first().fill('1234');
    await phone.getByRole('button', { name: 'Sawa', exact: true }).click();
    await expect(page.getByText(/^Risiti \w+/)).toBeVisible();
    await shows(
      `Oda ${id} imelipwa: KES 1,500, Achieng Otieno, itachukuliwa. Andika TAYARI ${id} ikiwa tayari.`,
    );
    await write(`NIMETUMA ${id}`);
    await shows(`Oda ${id} iko tayari`);
    const code = await handoverCodeOf(own.request, buyer.token, id);
    await expect(page.getByText(code)).toBeVisible();
    await write(`kodi ${id} ${code}`);
    await shows(`Oda ${id} imekamilika: KES 1,500. Asante.`);
    await expect(page.getByRole('main').getByText('Imekamilika', { exact: true })).toBeVisible();
    await shows(new RegExp(`Umelipwa KES 1,500 za oda ${id}. Risiti [A-Z0-9]+\\.`));
  });
});
