import { expect, test } from '#tests/e2e/fixtures.ts';

const texts = {
  en: {
    make: 'Make a key',
    name: 'Name',
    nameMissing: 'Give the key a name',
    scopeMissing: 'Tick at least one',
    read: 'Read your products, orders and payments',
    stock: 'Change your products and quantities',
    password: 'Password',
    wrong: /This password is not right/,
    made: 'Your new key',
    close: 'Close',
    unused: /Never used/,
    used: /Last used/,
    revoke: 'Revoke',
  },
  sw: {
    make: 'Tengeneza ufunguo',
    name: 'Jina',
    nameMissing: 'Upe ufunguo jina',
    scopeMissing: 'Chagua angalau kimoja',
    read: 'Kusoma bidhaa, oda na malipo yako',
    stock: 'Kubadilisha bidhaa na kiasi chake',
    password: 'Nenosiri',
    wrong: /Nenosiri hili si sahihi/,
    made: 'Ufunguo wako mpya',
    close: 'Funga',
    unused: /Haujatumika/,
    used: /Mara ya mwisho/,
    revoke: 'Batilisha',
  },
};
const product = {
  product_name: 'Sukuma wiki',
  category: 'Vegetables',
  quantity_available: 40,
  unit_of_measure: 'kg',
  price_per_unit: 30,
};

for (const language of ['en', 'sw'] as const)
  test(`a key is made, shown once, opens what was ticked, and is revoked, in ${language}`, async ({
    page,
    request,
    context,
    accounts,
    dashboard,
    baseURL,
    expectNoAxeViolations,
  }) => {
    const text = texts[language];
    const account = await accounts.farmer();
    await dashboard.keepSession('farmer', {
      ...account,
      token: await accounts.logIn(account, 'farmer'),
    });
    await context.addCookies([{ name: 'language', value: language, url: baseURL ?? '' }]);
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto('/farmer/dashboard?tab=settings#programs');

    await page.getByRole('button', { name: text.make }).click();
    const dialog = page.getByRole('dialog');
    const submit = dialog.getByRole('button', { name: text.make });
    await dialog.getByLabel(text.read).uncheck();
    await submit.click();
    await expect(dialog.getByText(text.nameMissing)).toBeVisible();
    await expect(dialog.getByText(text.scopeMissing)).toBeVisible();
    await expectNoAxeViolations();
    await dialog.getByLabel(text.name, { exact: true }).fill('Till');
    await dialog.getByLabel(text.read).check();
    await dialog.getByLabel(text.password, { exact: true }).fill('not my password');
    await submit.click();
    await expect(dialog.getByText(text.wrong)).toBeVisible();
    await dialog.getByLabel(text.password, { exact: true }).fill(account.password);
    await submit.click();

    const shown = page.getByRole('dialog', { name: text.made }).getByRole('textbox');
    await expect(shown).toHaveValue(/^ssk_/);
    const key = await shown.inputValue();
    await expectNoAxeViolations();
    await page.getByRole('button', { name: text.close }).last().click();
    const line = page.getByRole('listitem').filter({ hasText: 'Till' });
    await expect(line.getByText(text.read)).toBeVisible();
    await expect(line.getByText(text.unused)).toBeVisible();
    await page.reload();
    await expect(line.getByText(`…${key.slice(-4)}`)).toBeVisible();
    expect(await page.content()).not.toContain(key);

    const headers = { authorization: `Bearer ${key}` };
    const read = () => request.get('/api/farmer/products', { headers });
    expect((await read()).status()).toBe(200);
    // A scope that was not ticked, and a procedure that refuses all keys.
    expect((await request.post('/api/farmer/products', { headers, data: product })).status()).toBe(
      403,
    );
    expect((await request.get('/api/auth/export', { headers })).status()).toBe(403);
    await page.reload();
    await expect(line.getByText(text.used)).toBeVisible();

    await line.getByRole('button', { name: text.revoke }).click();
    await page.getByRole('dialog').getByRole('button', { name: text.revoke }).click();
    await expect(line).toHaveCount(0);
    expect((await read()).status()).toBe(401);
  });
