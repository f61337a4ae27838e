import { dayInNairobi, daysAfter } from '#platform/rules/day.ts';
import { uniqueNumber } from '#tests/e2e/accounts.ts';
import { call } from '#tests/e2e/call.ts';
import { approvePayment } from '#tests/e2e/demo-server.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { useOwnDemo } from '#tests/e2e/own-demo.ts';
import { offer, uniqueWord } from '#tests/e2e/pages/market-page.ts';

const words = {
  en: {
    terms: 'you pay 30 % by M-Pesa now',
    cash: 'An announced harvest is paid by M-Pesa',
    phone: 'M-Pesa number',
    deposit: /^Pay KES 300/,
    paid: 'Your deposit is paid',
    declare: 'Declare the harvest',
    ordered: 'Ordered: 20 kg, orders: 1',
    field: /^How much have you harvested/,
    failed: 'has not harvested enough',
    part: '12 kg (ordered: 20 kg)',
    rest: /^Pay KES 300/,
    back: 'on its way back to|was sent back to',
  },
  sw: {
    terms: 'unalipa asilimia 30 kwa M-Pesa sasa',
    cash: 'Mavuno yaliyotangazwa hulipwa kwa M-Pesa',
    phone: 'Nambari ya simu ya M-Pesa',
    deposit: /^Lipa KES 300/,
    paid: 'Malipo yako ya awali yamelipwa',
    declare: 'Sema ulichovuna',
    ordered: 'Zilizoagizwa: kilo 20, oda: 1',
    field: /^Umevuna kiasi gani/,
    failed: 'haikuvuna vya kutosha',
    part: 'kilo 12 (iliagizwa: kilo 20)',
    rest: /^Lipa KES 300/,
    back: 'zinarudishwa kwenye|zimerudishwa kwenye',
  },
} as const;

/** Twelve of twenty kilograms cost KES 600, of which the deposit has paid half. */
const harvests = [
  { language: 'en', harvested: '0' },
  { language: 'sw', harvested: '12' },
  { language: 'sw', harvested: '0' },
  { language: 'en', harvested: '12' },
] as const;

test.describe('an announced harvest', () => {
  test.describe.configure({ mode: 'serial', timeout: 120_000 });
  const own = useOwnDemo();

  for (const { language, harvested } of harvests) {
    test(`of ${harvested} kg of 20 that were pre-ordered (${language})`, async ({ browser }) => {
      const say = words[language];
      const name = `${uniqueWord()} kale`;
      const harvestDate = daysAfter(dayInNairobi(new Date()), 7);
      const maker = own.accounts();
      const { ids, token, farmer } = await offer(own.request, maker, [
        { name, price: 50, harvestDate, depositPercent: 30 },
      ]);
      const [productId = 0] = ids;
      const buyer = await maker.buyer();
      const shots = `test-results/pre-order-${language}-${harvested}`;
      const ofBuyer = await own.open(browser, { role: 'buyer', account: buyer, language });
      const ofFarmer = await own.open(browser, {
        role: 'farmer',
        account: { ...farmer, token },
        language,
      });

      const { page } = ofBuyer;
      await page.goto(`/market/${productId}`);
      await expect(page.getByText(say.terms)).toBeVisible();
      await page.screenshot({ path: `${shots}-product.png` });
      const lines = [{ productId, quantity: 20 }];
      await call(own.request, buyer.token, { path: 'buyer.cart.add', input: { lines } });
      await page.goto('/checkout');
      await expect(page.getByText(say.cash)).toBeVisible();
      await page.screenshot({ path: `${shots}-checkout.png`, fullPage: true });
      const order = { fulfilment: 'collection', paymentMethod: 'M-Pesa' };
      const placed = await call(own.request, buyer.token, {
        path: 'buyer.orders.place',
        input: { idempotencyKey: uniqueWord(), order },
      });
      await page.goto(`/orders/${placed.orders[0].id}`);
      await page.getByLabel(say.phone).fill(uniqueNumber());
      await page.screenshot({ path: `${shots}-deposit.png`, fullPage: true });
      await page.getByRole('button', { name: say.deposit }).tap();
      await approvePayment(browser, own.demo);
      await expect(page.getByText(say.paid)).toBeVisible({ timeout: 20_000 });
      await page.screenshot({ path: `${shots}-waits.png`, fullPage: true });

      await ofFarmer.page.goto('/farmer/dashboard?tab=products');
      await expect(ofFarmer.page.getByText(say.ordered)).toBeVisible();
      await ofFarmer.page.screenshot({ path: `${shots}-products.png` });
      await ofFarmer.page.getByRole('button', { name: say.declare }).tap();
      const dialog = ofFarmer.page.getByRole('dialog');
      await dialog.getByLabel(say.field).fill(harvested);
      await ofFarmer.page.screenshot({ path: `${shots}-declare.png` });
      await dialog.getByRole('button', { name: say.declare }).tap();
      await expect(dialog).toHaveCount(0);

      await page.reload();
      if (harvested === '0') {
        await expect(page.getByText(say.failed)).toBeVisible();
        await expect(page.getByText(new RegExp(say.back)).first()).toBeVisible();
      } else {
        await expect(page.getByText(say.part)).toBeVisible();
        await expect(page.getByRole('button', { name: say.rest })).toBeVisible();
      }
      await page.screenshot({ path: `${shots}-end.png`, fullPage: true });
      await ofBuyer.context.close();
      await ofFarmer.context.close();
    });
  }
});
