import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { expect, type Page, press, shows, test } from '#tests/e2e/fixtures.ts';
import { openShop } from './shop.ts';

test("a sale comes into the farmer's accounting file, and waits for the buyer's invoices until it is final", async ({
  page,
  api,
  dashboard,
}) => {
  const account = await api.farmer();
  const token = await api.logIn(account, 'farmer');
  const buyer = await api.buyer();
  const shop = await openShop(api, { token, buyer });
  const orderId = await shop.order();
  await shop.complete(orderId);
  await page.setViewportSize({ width: 360, height: 800 });
  const openInvoices = async () => {
    await dashboard.keepSession('buyer', buyer);
    await page.goto('/buyer-dashboard?tab=profile');
    await dashboard.openAccount();
    await dashboard.toggleRow('Invoices for eTIMS');
    return dashboard.row('Invoices for eTIMS');
  };
  const asFarmer = async (tab: string) => {
    await dashboard.keepSession('farmer', { ...account, token });
    await page.goto(`/farmer/dashboard?tab=${tab}`);
  };
  const openConsent = async () => {
    await asFarmer('settings');
    await dashboard.toggleRow('Your name on invoices');
    return dashboard.row('Your name on invoices');
  };

  await asFarmer('payments');
  const sales = await download(page, 'Sales');
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

  await shows(await openInvoices(), /the farmer has not agreed to be named/);
  const consent = await openConsent();
  await consent.getByLabel('National ID').fill('23456789');
  await press(consent, 'I agree');
  await shows(consent, /^Agreed on/);

  // It is numbered a day after the handover.
  await shows(await openInvoices(), /you can still report a problem/);
});

async function download(page: Page, name: string) {
  await page.locator('summary', { hasText: 'Export' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name, exact: true }).click(),
  ]);
  const text = await readFile(await file.path(), 'utf8');
  const rows: Record<string, string>[] = parse(text, { bom: true, columns: true });
  return { name: file.suggestedFilename(), rows };
}
