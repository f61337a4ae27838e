import type { Browser, Page } from 'playwright/test';
import { afterQuietHours } from '#features/notifications/rules/notice.ts';
import { uniqueNumber } from '#tests/e2e/accounts.ts';
import { call } from '#tests/e2e/call.ts';
import { verifyNumber } from '#tests/e2e/demo-server.ts';
import { expect, setLanguage, test } from '#tests/e2e/fixtures.ts';
import { handoverCodeOf, orderProducts } from '#tests/e2e/orders.ts';
import { useOwnDemo } from '#tests/e2e/own-demo.ts';
import { DashboardPage } from '#tests/e2e/pages/dashboard-page.ts';
import { offer, uniqueWord } from '#tests/e2e/pages/market-page.ts';

const MENU = '*384*77#';

/**
 * Whole sales by a farmer with a feature phone, in Swahili, alongside the buyer's browser, on the
 * demo.
 */
test.describe('a farmer with a feature phone', () => {
  const own = useOwnDemo();

  async function inSwahili(browser: Browser): Promise<Page> {
    const context = await browser.newContext({
      baseURL: own.demo.url,
      viewport: { width: 390, height: 844 },
    });
    await setLanguage(context, { language: 'sw', url: own.demo.url });
    return context.newPage();
  }

  /** The farmer's phone, whose page updates by itself. */
  async function openPhone(browser: Browser, number: string) {
    const page = await inSwahili(browser);
    await page.goto(`/demo/phone?number=${number}`);
    const screen = page.locator('.lcd');
    const press = async (typed: string, name: 'Piga' | 'Tuma' | 'Kata') => {
      await page.getByRole('textbox', { name: 'Nambari au jibu' }).fill(typed);
      await page.getByRole('button', { name, exact: true }).click();
    };
    return {
      shows: (text: string | RegExp) => expect(screen).toContainText(text, { timeout: 15_000 }),
      async write(text: string) {
        await page.getByRole('textbox', { name: 'Andika SMS kwa SokoShamba' }).fill(text);
        await page.getByRole('button', { name: 'Tuma SMS' }).click();
      },
      dial: () => press(MENU, 'Piga'),
      answer: (typed: string) => press(typed, 'Tuma'),
      hangUp: () => press('', 'Kata'),
      /** The session breaks off and the code is dialled again. */
      async loseAndDial() {
        await press('', 'Kata');
        await press(MENU, 'Piga');
      },
      /** The demo shows every prompt, so any phone page will do. */
      async payOnPrompt(amount: string) {
        await expect(page.getByText(amount).first()).toBeVisible();
        await page.getByLabel('PIN', { exact: false }).first().fill('1234');
        await page.getByRole('button', { name: 'Sawa', exact: true }).click();
      },
    };
  }

  /** An order of 40 kg for a farmer who reads Swahili, and the buyer's page of it. */
  async function newOrder(browser: Browser) {
    // Positions and codes must be recent.
    await own.demo.setAhead(0);
    const number = uniqueNumber();
    const maker = own.accounts();
    const word = uniqueWord();
    const farm = await offer(
      own.request,
      { ...maker, farmer: (name?: string) => maker.farmer(name, number) },
      [{ name: `${word} nyanya`, price: 60 }],
    );
    await call(own.request, farm.token, { path: 'auth.setLanguage', input: { language: 'sw' } });
    await verifyNumber(own.request, { token: farm.token, number });
    const buyer = await maker.buyer();
    // An order placed at night is announced in the morning.
    await own.demo.setAhead(Math.ceil((afterQuietHours(new Date()).getTime() - Date.now()) / 1000));
    const id = await orderProducts(own.request, buyer.token, {
      productIds: farm.ids,
      quantity: 40,
      paymentMethod: 'M-Pesa',
    });
    const page = await inSwahili(browser);
    await new DashboardPage(page).keepSession('buyer', buyer);
    await page.goto(`/orders/${id}`);
    const handoverCode = async () => {
      const code = await handoverCodeOf(own.request, buyer.token, id);
      await expect(page.getByText(code)).toBeVisible();
      return code;
    };
    return { id, page, handoverCode, phone: await openPhone(browser, number) };
  }

  const pay = (page: Page, amount = '2,400') =>
    page.getByRole('button', { name: `Lipa KES ${amount}.00` }).click();

  test('sells a part by SMS, from the order to the payout', async ({ browser }) => {
    test.slow();
    const { id, page, phone, handoverCode } = await newOrder(browser);
    await phone.shows(
      new RegExp(
        `Oda ${id}: Achieng Otieno, 40 kilo .* nyanya, KES 2,400 M-Pesa, itachukuliwa. Jibu NDIO ${id} au HAPANA ${id}`,
      ),
    );
    await phone.write(`NDIO ${id} 25kg`);
    await phone.shows(new RegExp(`Oda ${id} imekubaliwa: 25 kilo `));
    await expect(page.getByText('kilo 25 (iliagizwa: kilo 40)')).toBeVisible();
    await phone.shows('Subiri: tutakuambia ikilipwa.');
    await pay(page, '1,500');
    await phone.payOnPrompt('KES 1,500');
    await expect(page.getByText(/^Risiti \w+/)).toBeVisible();
    await phone.shows(
      `Oda ${id} imelipwa: KES 1,500, Achieng Otieno, itachukuliwa. Andika NIMETUMA ${id} ikiwa tayari.`,
    );
    await phone.write(`NIMETUMA ${id}`);
    await phone.shows(`Oda ${id} iko tayari`);
    await phone.write(`kodi ${id} ${await handoverCode()}`);
    await phone.shows(`Oda ${id} imekamilika: KES 1,500. Asante.`);
    await expect(page.getByRole('main').getByText('Imekamilika', { exact: true })).toBeVisible();
    await phone.shows(new RegExp(`Umelipwa KES 1,500 za oda ${id}. Risiti [A-Z0-9]+\\.`));
  });

  test('sells by USSD, although every session breaks off', async ({ browser }) => {
    test.slow();
    const { id, page, phone, handoverCode } = await newOrder(browser);
    await phone.dial();
    await phone.shows('Chagua PIN');
    await phone.loseAndDial();
    await phone.answer('1357');
    await phone.shows('PIN yako imehifadhiwa');
    await phone.hangUp();
    await phone.dial();
    await phone.shows('1 Oda zangu');
    await phone.loseAndDial();
    await phone.answer('1');
    await phone.shows(`1 Oda ${id} mpya KES 2,400`);
    await phone.loseAndDial();
    await phone.shows(`1 Oda ${id} mpya KES 2,400`);
    await phone.answer('1');
    await phone.shows('1 Kubali');
    await phone.loseAndDial();
    await phone.shows('1 Kubali');
    await phone.answer('1');
    await phone.shows(`Oda ${id} imekubaliwa`);
    await phone.hangUp();
    await pay(page);
    await phone.payOnPrompt('KES 2,400');
    await phone.shows(`Oda ${id} imelipwa`);

    await phone.dial();
    await phone.answer('1');
    await phone.answer('1');
    await phone.shows('1 Iko tayari');
    await phone.loseAndDial();
    await phone.shows('1 Iko tayari');
    await phone.answer('1');
    await phone.shows(`Oda ${id} iko tayari`);
    await phone.loseAndDial();
    await phone.answer('1');
    await phone.answer('1');
    await phone.shows('1 Weka msimbo');
    await phone.loseAndDial();
    await phone.answer('1');
    await phone.shows('Weka msimbo wa mnunuzi:');
    await phone.loseAndDial();
    await phone.shows('Weka msimbo wa mnunuzi:');
    await phone.answer(await handoverCode());
    await phone.shows(`Oda ${id} imekamilika`);
    await expect(page.getByRole('main').getByText('Imekamilika', { exact: true })).toBeVisible();
    await phone.hangUp();
    await phone.shows(`Umelipwa KES 2,400 za oda ${id}`);
  });
});
