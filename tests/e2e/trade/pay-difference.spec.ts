import { uniqueNumber } from '#tests/e2e/accounts.ts';
import { call } from '#tests/e2e/call.ts';
import { approvePayment } from '#tests/e2e/demo-server.ts';
import { axeViolations, expect, test } from '#tests/e2e/fixtures.ts';
import { useOwnDemo } from '#tests/e2e/own-demo.ts';
import { offer, uniqueWord } from '#tests/e2e/pages/market-page.ts';

const words = {
  en: {
    title: 'It weighs more than agreed',
    phone: 'M-Pesa number',
    pay: 'Pay KES 50.00 more',
    leave: 'Leave the extra weight',
    paid: 'You have paid for the extra weight, KES 2,050.00 in all.',
    left: 'You take only what was agreed, for KES 2,000.00.',
    receipts: [/^KES 2,000\.00: receipt \w+/, /^KES 50\.00: receipt \w+/],
    final: '41 kg (ordered: 40 kg)',
  },
  sw: {
    title: 'Uzito umezidi mlichokubaliana',
    phone: 'Nambari ya simu ya M-Pesa',
    pay: 'Ongeza KES 50.00',
    leave: 'Acha kilichozidi',
    paid: 'Umelipia uzito uliozidi, jumla KES 2,050.00.',
    left: 'Unachukua tu mlichokubaliana, kwa KES 2,000.00.',
    receipts: [/^KES 2,000\.00: risiti \w+/, /^KES 50\.00: risiti \w+/],
    final: 'kilo 41 (iliagizwa: kilo 40)',
  },
} as const;

/** Forty kilograms at KES 50 are paid by M-Pesa, and weigh 41 at the handover. */
test.describe('goods that weigh more', () => {
  test.describe.configure({ mode: 'serial', timeout: 120_000 });
  const own = useOwnDemo();

  for (const language of ['en', 'sw'] as const) {
    for (const choice of ['pay', 'leave'] as const) {
      test(`are ${choice === 'pay' ? 'paid' : 'left'} by the buyer (${language})`, async ({
        browser,
      }) => {
        const say = words[language];
        const maker = own.accounts();
        const { ids, token } = await offer(own.request, maker, [
          { name: `${uniqueWord()} kale`, quantity: 400, price: 50 },
        ]);
        const buyer = await maker.buyer();
        const { page, context } = await own.open(browser, {
          role: 'buyer',
          account: buyer,
          language,
        });
        const asBuyer = (path: string, input: object) =>
          call(own.request, buyer.token, { path: `buyer.${path}`, input });
        const asFarmer = (path: string, input: object) =>
          call(own.request, token, { path: `farmer.orders.${path}`, input });

        await asBuyer('cart.add', { lines: [{ productId: ids[0], quantity: 40 }] });
        const order = { fulfilment: 'collection', paymentMethod: 'M-Pesa' };
        const placed = await asBuyer('orders.place', { idempotencyKey: uniqueWord(), order });
        const orderId: number = placed.orders[0].id;
        await asFarmer('confirm', { orderId });
        await asBuyer('orders.pay', { orderId, phoneNumber: uniqueNumber() });
        await approvePayment(browser, own.demo);
        await page.goto(`/orders/${orderId}`);
        await expect(page.getByText(/^(Receipt|Risiti) \w+/)).toBeVisible({ timeout: 20_000 });
        const { lines } = await asFarmer('dispatch', { orderId });
        await asFarmer('weigh', { orderId, lines: [{ lineId: lines[0].id, weight: 41 }] });

        await page.reload();
        await expect(page.getByRole('heading', { name: say.title })).toBeVisible();
        expect(await axeViolations(page)).toEqual([]);
        const shot = `test-results/difference-${language}-${choice}`;
        await page.screenshot({ path: `${shot}-asked.png`, fullPage: true });
        if (choice === 'pay') {
          await page.getByLabel(say.phone).fill(uniqueNumber());
          await page.getByRole('button', { name: say.pay }).tap();
          await approvePayment(browser, own.demo);
          await expect(page.getByText(say.paid)).toBeVisible({ timeout: 20_000 });
          for (const receipt of say.receipts) await expect(page.getByText(receipt)).toBeVisible();
        } else {
          await page.getByRole('button', { name: say.leave }).tap();
          await expect(page.getByText(say.left)).toBeVisible();
          await expect(page.getByRole('button', { name: say.leave })).toHaveCount(0);
        }
        await page.screenshot({ path: `${shot}-chosen.png`, fullPage: true });

        const headers = { authorization: `Bearer ${buyer.token}` };
        const read = await own.request.get(`/api/buyer/orders/${orderId}`, { headers });
        const { handoverCode } = (await read.json()).order;
        await expect(page.getByText(handoverCode)).toBeVisible();
        await asFarmer('complete', { orderId, handoverCode });
        await page.reload();
        const total = choice === 'pay' ? '2,050.00' : '2,000.00';
        await expect(page.getByText(total).first()).toBeVisible();
        await expect(page.getByText(say.final)).toHaveCount(choice === 'pay' ? 1 : 0);
        await page.screenshot({ path: `${shot}-end.png`, fullPage: true });
        await context.close();
      });
    }
  }
});
