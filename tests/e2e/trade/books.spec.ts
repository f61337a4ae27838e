import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright/test';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { openShop } from './shop.ts';

const texts = {
  en: {
    sales: 'Sales',
    consent: 'Your name on invoices',
    agree: 'I agree',
    nationalId: 'National ID',
    agreed: /^Agreed on/,
    named: 'Who has your national ID number',
    invoices: 'Invoices for eTIMS',
    notAgreed: 'the farmer has not agreed to be named',
    ready: 'To be numbered',
    issue: 'Number and download',
    again: 'Download',
  },
  sw: {
    sales: 'Mauzo',
    consent: 'Jina lako kwenye ankara',
    agree: 'Nakubali',
    nationalId: 'Nambari ya kitambulisho',
    agreed: /^Ulikubali/,
    named: 'Walio na nambari yako ya kitambulisho',
    invoices: 'Ankara za eTIMS',
    notAgreed: 'mkulima hajakubali kutajwa',
    ready: 'Zinazosubiri nambari',
    issue: 'Weka nambari kisha pakua',
    again: 'Pakua',
  },
};

for (const language of ['en', 'sw'] as const)
  test(`a sale comes into the farmer's accounting file and, once agreed, onto the buyer's invoices, in ${language}`, async ({
    page,
    request,
    accounts,
    dashboard,
    expectNoAxeViolations,
    speak,
  }) => {
    const text = texts[language];
    const account = await accounts.farmer();
    const token = await accounts.logIn(account, 'farmer');
    const buyer = await accounts.buyer();
    const shop = await openShop(request, { token, buyer });
    const orderId = await shop.order();
    await shop.complete(orderId);
    await speak(language);
    await page.setViewportSize({ width: 360, height: 800 });
    const asBuyer = async () => {
      await dashboard.keepSession('buyer', buyer);
      await page.goto('/buyer-dashboard?tab=profile');
      await dashboard.toggleRow(text.invoices);
      return dashboard.row(text.invoices);
    };
    const asFarmer = async (tab: string) => {
      await dashboard.keepSession('farmer', { ...account, token });
      await page.goto(`/farmer/dashboard?tab=${tab}`);
    };

    await asFarmer('payments');
    const sales = await download(page, text.sales);
    expect(sales.name).toMatch(/^sokoshamba-sales-\d{4}-\d\d\.csv$/);
    expect(sales.rows).toEqual([
      expect.objectContaining({
        ContactName: 'Achieng Otieno',
        InvoiceNumber: `SS-${orderId}`,
        Quantity: '4',
        UnitAmount: '45.5',
        TaxType: 'Tax Exempt',
      }),
    ]);

    await expect((await asBuyer()).getByText(new RegExp(text.notAgreed))).toBeVisible();
    await asFarmer('settings');
    await dashboard.toggleRow(text.consent);
    const consent = dashboard.row(text.consent);
    await consent.getByLabel(text.nationalId).fill('23456789');
    await consent.getByRole('button', { name: text.agree }).click();
    await expect(consent.getByText(text.agreed)).toBeVisible();
    await expectNoAxeViolations();

    const invoices = await asBuyer();
    await expect(invoices.getByText(text.ready)).toBeVisible();
    await expectNoAxeViolations();
    const pack = await download(page, text.issue);
    expect(pack.name).toMatch(/^sokoshamba-etims-\d{4}-\d\d\.csv$/);
    expect(pack.rows).toEqual([
      expect.objectContaining({
        InvoiceNumber: '1',
        OrderNumber: String(orderId),
        SellerIdNumber: '23456789',
        SellerName: "Wanjiru Ng'ang'a",
        Quantity: '4',
        UnitPrice: '45.5',
        Total: '182',
      }),
    ]);
    // Downloaded again, it has the same number.
    expect((await download(page, text.again)).rows).toEqual(pack.rows);

    await asFarmer('settings');
    await dashboard.toggleRow(text.consent);
    await expect(consent.getByRole('heading', { name: text.named })).toBeVisible();
    await expect(consent.getByText(`Achieng Otieno`)).toBeVisible();
  });

/** Parses the file that a press downloads, with an independent parser. */
async function download(page: Page, name: string) {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name, exact: true }).click(),
  ]);
  const text = await readFile(await file.path(), 'utf8');
  const rows: Record<string, string>[] = parse(text, { bom: true, columns: true });
  return { name: file.suggestedFilename(), rows };
}
