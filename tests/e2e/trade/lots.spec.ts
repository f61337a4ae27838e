import { demoLogins } from '#demo/logins.ts';
import { farmSizes, farmTypes } from '#farms/rules/farm.ts';
import { oneUnitLabels } from '#products/rules/product-texts.ts';
import { moneyText } from '#rules/amounts.ts';
import { DAY_SECONDS, HOUR_SECONDS } from '#rules/limits.ts';
import { test } from '#tests/e2e/account/demo-fixtures.ts';
import { approvePayment } from '#tests/e2e/demo-server.ts';
import {
  type Account,
  button,
  DashboardPage,
  expect,
  type Locator,
  type Page,
  shows,
  uniqueNumber,
} from '#tests/e2e/fixtures.ts';
import { m } from '#text';

/** The next round of the clock begins half a minute after the last one. */
const ROUND = { timeout: 90_000 };

const comes = (page: Page, target: Locator) =>
  expect(async () => {
    await page.reload();
    await expect(target).toBeVisible({ timeout: 8000 });
  }).toPass(ROUND);

/** At night members are not asked by SMS. */
function secondsUntilMorning() {
  const hour = (new Date().getUTCHours() + 3) % 24;
  return hour > 7 && hour < 19 ? 0 : ((24 + 9 - hour) % 24) * HOUR_SECONDS;
}

const screens = [
  { locale: 'sw', viewport: { width: 360, height: 800 }, kilos: 19, tag: [] },
  { locale: 'en', viewport: { width: 1440, height: 900 }, kilos: 17, tag: '@night' },
] satisfies { locale: Language; viewport: object; kilos: number; tag: string | string[] }[];

for (const { locale, viewport, kilos, tag } of screens)
  test.describe(`in ${locale} at ${viewport.width} px`, { tag }, () => {
    test.use({ viewport, hasTouch: true });

    test('a school fills a lot from four farms, one by keypad and one through a clerk, pays all with one PIN, and a farm is paid out', async ({
      demo,
      browser,
      page,
      dashboard,
      api,
      inbox,
      demoMailbox,
      request,
      expectAccessible,
    }) => {
      test.setTimeout(600_000);
      const kg = (amount: number) => (locale === 'sw' ? `kilo ${amount}` : `${amount} kg`);
      const readLanguage = (one: Page) =>
        one.context().addCookies([{ name: 'language', value: locale, url: demo.url }]);
      const writeSms = (number: string, text: string) =>
        request.post('/demo/phone/sms', { form: { number, text } });
      const readPhone = async (number: string) =>
        (await request.get('/demo/phone', { params: { number } })).text();
      /** @returns the last screen */
      const dial = async (number: string, ...typed: string[]) => {
        for (const key of ['*384*77#', ...typed]) {
          await request.post('/demo/phone/keys', { form: { number, typed: key } });
        }
        await request.post('/demo/phone/keys', { form: { number, press: 'end' } });
      };
      const school = {
        ...{ email: demoLogins.buyer, password: demoLogins.password },
        ...{ firstName: 'Achieng', lastName: 'Otieno', token: '' },
      };
      school.token = await api.logIn(
        school,
        'buyer',
        (await demoMailbox.codes(school.email)).length + 1,
      );
      await readLanguage(page);
      await dashboard.keepSession('buyer', school);
      let taps = 0;
      const tap = async (target: Locator) => {
        taps += 1;
        await target.tap();
      };

      await page.goto('/lots');
      await tap(button(page, m.lotAsk({}, { locale })));
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(m.cropSearchLabel({}, { locale })).fill('kale');
      await tap(dialog.getByRole('button', { name: /kale|sukuma/i }).first());
      await dialog.getByLabel(m.productQuantityLabel({}, { locale })).first().fill('80');
      await dialog
        .getByLabel(m.lotPrice({ unit: oneUnitLabels.kg({}, { locale }) }, { locale }))
        .fill('40');
      const place = dialog.getByRole('searchbox').last();
      await place.fill('Matuga');
      await place.press('Enter');
      await tap(dialog.getByRole('button', { name: /Matuga/ }).first());
      await expectAccessible();
      await tap(button(dialog, m.messagesSend({}, { locale })));
      await expect(page).toHaveURL(/\/lots\/\d+$/);
      expect(taps).toBeLessThanOrEqual(6);
      await expectAccessible();
      const lotId = Number(page.url().split('/').pop());

      const kale = { name: 'Kale', category: 'Vegetables', crop: 'kale', unit: 'kg', price: 45 };
      const sell = async () => {
        const { farmer } = await api.offer([]);
        await api.call(farmer.token, 'farmer.products.create', { ...kale, quantity: 100 });
        return farmer;
      };
      /** Signs up a farmer who has only a phone. @returns its number */
      const signUpMember = async (clerk: Account) => {
        const phoneNumber = uniqueNumber();
        const otp = { phoneNumber, purpose: 'verify-phone', language: 'sw' };
        await api.call(clerk.token, 'otp.send', otp);
        const { signupToken } = await api.call(clerk.token, 'otp.verify', {
          ...otp,
          otp: await inbox.code(phoneNumber),
        });
        const position = { latitude: -1.2864 + Math.random() / 10_000, longitude: 36.8172 };
        const gpsFix = { ...position, accuracy: 8, takenAt: new Date().toISOString() };
        await api.call(clerk.token, 'phone.signUpFarmer', {
          ...{ firstName: 'Nekesa', lastName: 'Wafula', phoneNumber, nationalId: null },
          ...{ language: 'sw', farmType: farmTypes[0], farmSize: farmSizes[0], signupToken },
          location: {
            ...{ ...position, county: 'Nairobi', subcounty: 'Starehe', geofenceRadius: 500 },
            ...{ addressDescription: 'Near the market', accuracy: 8, verified: true, gpsFix },
          },
        });
        await dial(phoneNumber, '4821');
        await dial(phoneNumber, '7', 'sukuma wiki', '3', '100', '45', '1');
        return phoneNumber;
      };
      const [clerk, other] = [await sell(), await sell()];
      const member = await signUpMember(clerk);
      const phone = await browser.newContext({ baseURL: demo.url, viewport, hasTouch: true });
      const farm = await phone.newPage();
      await readLanguage(farm);
      await new DashboardPage(farm).keepSession('farmer', clerk);
      await demo.moveOn(secondsUntilMorning());
      await farm.goto(`/lots/${lotId}`);
      await farm
        .getByLabel(/kg|kilo/i)
        .first()
        .fill('20');
      await button(farm, m.shareGive({}, { locale })).tap();
      await shows(farm, m.lotGiven({ given: kg(20), left: kg(60) }, { locale }));
      await farm.getByLabel('Nekesa').fill('18');
      await button(farm, m.membersSend({}, { locale })).tap();
      await expect.poll(() => readPhone(member), ROUND).toContain(`LOT ${lotId}: `);
      await writeSms(member, `NDIO LOT ${lotId}`);
      await api.call(other.token, 'farmer.lots.give', { lotId, quantity: 42 - kilos });
      await writeSms(demoLogins.farmerPhone, `FILL ${lotId} ${kilos}`);
      const take = button(
        page,
        m.lotTake({ quantity: kg(80), amount: moneyText(3200) }, { locale }),
      );
      await comes(page, take);
      await expectAccessible();
      await take.tap();
      await button(page, m.paymentPay({ amount: moneyText(3200) }, { locale })).tap();
      const readLot = async () =>
        (await (await api.read(school.token, `buyer/lots/${lotId}`)).json()).lot;
      await expect(() => approvePayment(browser, demo)).toPass(ROUND);
      await expect.poll(async () => (await readLot()).unpaidOrders, ROUND).toBe(0);

      const { shares } = await readLot();
      const { orderId } = shares.find(({ quantity }: { quantity: number }) => quantity === kilos);
      // Hers is the only number that is verified, which a payout needs.
      await writeSms(demoLogins.farmerPhone, `NIMETUMA ${orderId}`);
      const readCode = () => api.handoverCode(school.token, orderId);
      await expect.poll(readCode, ROUND).toMatch(/^\d{4}$/);
      await page.reload();
      const code = await readCode();
      await shows(page, m.lotCode({ code }, { locale }));
      await writeSms(demoLogins.farmerPhone, `MSIMBO ${orderId} ${code}`);
      await demo.moveOn(3 * DAY_SECONDS);
      await expect
        .poll(() => readPhone(demoLogins.farmerPhone), ROUND)
        .toMatch(new RegExp(`KES ${40 * kilos}</b>(?:(?!KES)[^])*Received`));
      await phone.close();
    });
  });
