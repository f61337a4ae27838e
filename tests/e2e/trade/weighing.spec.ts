import { call } from '#tests/e2e/call.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { offer, uniqueWord } from '#tests/e2e/pages/market-page.ts';

test.use({ viewport: { width: 360, height: 800 }, hasTouch: true });

const words = {
  en: {
    details: 'Details: Order #',
    weigh: 'Enter weight',
    save: 'Save weight',
    less: 'New total: KES 1,900',
    more: 'New total: KES 2,050',
    weighed: '40 kg (weighed: 38 kg)',
    agree: 'You pay KES 1,900.00.',
    enter: /^Enter their 4-digit code: Order/,
    code: 'Handover code',
    outdated: 'The weight was changed since. Ask the buyer for the new code.',
    complete: 'Complete order',
    final: '41 kg (ordered: 40 kg)',
  },
  sw: {
    details: 'Maelezo: Oda #',
    weigh: 'Andika uzito',
    save: 'Hifadhi uzito',
    less: 'Jumla mpya: KES 1,900',
    more: 'Jumla mpya: KES 2,050',
    weighed: 'kilo 40 (imepimwa: kilo 38)',
    agree: 'Utalipa KES 1,900.00.',
    enter: /^Weka msimbo wa tarakimu 4: Oda/,
    code: 'Msimbo wa makabidhiano',
    outdated: 'Uzito umebadilishwa baadaye. Mwombe mnunuzi msimbo mpya.',
    complete: 'Kamilisha oda',
    final: 'kilo 41 (iliagizwa: kilo 40)',
  },
} as const;

for (const language of ['en', 'sw'] as const) {
  test(`goods are weighed down and up at the handover, each with its own code (${language})`, async ({
    page,
    request,
    accounts,
    dashboard,
    expectNoAxeViolations,
  }) => {
    const say = words[language];
    const { ids, token, farmer } = await offer(request, accounts, [
      { name: `${uniqueWord()} kale`, quantity: 400, price: 50 },
    ]);
    const buyer = await accounts.buyer();
    const lines = [{ productId: ids[0], quantity: 40 }];
    await call(request, buyer.token, { path: 'buyer.cart.add', input: { lines } });
    const placed = { fulfilment: 'collection', paymentMethod: 'Cash on delivery' };
    const input = { idempotencyKey: uniqueWord(), order: placed };
    const { orders } = await call(request, buyer.token, { path: 'buyer.orders.place', input });
    const orderId = orders[0].id;
    for (const step of ['confirm', 'dispatch'])
      await call(request, token, { path: `farmer.orders.${step}`, input: { orderId } });
    const codeNow = async () =>
      (
        await (
          await request.get(`/api/buyer/orders/${orderId}`, {
            headers: { authorization: `Bearer ${buyer.token}` },
          })
        ).json()
      ).order.handoverCode;

    await weigh('38', say.less);
    const earlier = await codeNow();

    await dashboard.keepSession('buyer', buyer);
    await page.goto(`/orders/${orderId}`);
    await expect(page.getByText(say.weighed)).toBeVisible();
    await expect(page.getByText(say.agree)).toBeVisible();
    await expectNoAxeViolations();
    await page.screenshot({ path: `test-results/weighing-buyer-${language}.png`, fullPage: true });

    await weigh('41', say.more);
    await page.getByRole('button', { name: say.enter }).tap();
    const dialog = page.getByRole('dialog').last();
    await dialog.getByLabel(say.code).fill(earlier);
    await dialog.getByRole('button', { name: say.complete }).tap();
    await expect(dialog.getByText(say.outdated)).toBeVisible();
    await dialog.getByLabel(say.code).fill(await codeNow());
    await dialog.getByRole('button', { name: say.complete }).tap();
    await expect(dialog).toHaveCount(0);

    await dashboard.keepSession('buyer', buyer);
    await page.goto(`/orders/${orderId}`);
    await expect(page.getByText(say.final)).toBeVisible();
    await expect(page.getByText('2,050.00').first()).toBeVisible();

    /** The farmer enters what the kale weighs, and sees what it comes to. */
    async function weigh(weight: string, total: string) {
      await dashboard.keepSession('farmer', { ...farmer, token });
      await page.goto('/farmer/dashboard?tab=orders');
      if (language === 'sw') {
        const url = new URL('/', page.url()).href;
        await page.context().addCookies([{ name: 'language', value: 'sw', url }]);
        await page.reload();
      }
      await page.getByRole('button', { name: `${say.details}${orderId}` }).tap();
      await page.getByRole('dialog').getByRole('button', { name: say.weigh }).tap();
      const asked = page.getByRole('dialog').last();
      await asked.getByLabel(/\((kg|kilo)\)/).fill(weight);
      await expect(asked.getByText(total)).toBeVisible();
      await expectNoAxeViolations();
      await page.screenshot({ path: `test-results/weighing-farmer-${language}-${weight}.png` });
      await asked.getByRole('button', { name: say.save }).tap();
      await expect(asked.getByRole('button', { name: say.save })).toHaveCount(0);
      await page.goto('/farmer/dashboard?tab=orders');
    }
  });
}
