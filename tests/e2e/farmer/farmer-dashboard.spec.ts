import { beans, fakeCamera, maize, many, PHONE, test } from '#tests/e2e/farmer-fixtures.ts';
import { expect, type Page, press, shows } from '#tests/e2e/fixtures.ts';

test.describe('on a phone', () => {
  test.use(PHONE);

  test('a product is photographed, listed, edited, counted to 0 and deleted', async ({
    page,
    farm,
    token: _,
    expectAccessible,
  }) => {
    test.slow();
    await page.addInitScript(fakeCamera);
    await farm.open('products');
    await farm.button('Add product').click();
    await page.getByLabel('Product name').fill('Tomatoes, Anna F1');
    await page.getByLabel('Quantity').fill('38');
    await page.getByLabel('Unit').selectOption('crates');
    await page.getByLabel('Price per crate (KES)').fill('2,400');
    await farm.openDetails();
    await expect(page.getByLabel('Category').last()).toHaveValue('Vegetables');
    await page.getByLabel('Net weight of one crate (kg)').fill('64');
    await shows(farm.dialog, '= KES 37.50 / kg');
    await expectAccessible();

    const needsPhoto = farm.dialog.getByText(
      'Please capture at least one product photo before submitting',
    );
    await farm.inDialog('Add product').click();
    await expect(needsPhoto).toBeInViewport({ ratio: 1 });
    await expect(farm.button(/^Take photos/)).toBeFocused();
    await shows(farm.dialog, 'Still needed: Photos');
    const line = await slowLine(page);
    await farm.button(/^Take photos/).click();
    await farm.button('Take a photo').click();
    await farm.inDialog('Done').click();
    await shows(farm.dialog.getByRole('img', { name: 'Photo 1' }));
    await expect(needsPhoto).toBeHidden();
    // Pressed during the upload, it is stored on the phone, and completes by itself.
    await press(farm.dialog, 'Add product');
    await shows(page, 'Saved on this phone');
    line.letThrough();
    const row = farm.row('Tomatoes, Anna F1');
    await expect(row.locator('img').first()).toHaveAttribute('src', /^\/photos\//);

    await farm.button('Edit Tomatoes, Anna F1').click();
    await farm.dialog.getByLabel('Price per crate (KES)').fill('2600');
    await farm.inDialog('Save changes').click();
    await expect(row).toContainText('KES 2,600');

    await farm.open('inventory');
    await farm.toggleRow('Tomatoes, Anna F1');
    await page.getByLabel('Price per crate (KES)').fill('2,500');
    await page.getByLabel('New quantity (crates)').fill('0');
    await expectAccessible();
    await farm.button('Save changes').click();
    await expect(row).toContainText('Out of stock');
    await expect(row).toContainText('KES 2,500');

    await farm.open('products');
    await farm.button('Delete Tomatoes, Anna F1').click();
    await expect(farm.dialog).toContainText('Delete "Tomatoes, Anna F1"?');
    await expect(farm.inDialog('Cancel')).toBeFocused();
    await farm.inDialog('Delete').click();
    await shows(page, 'Product deleted successfully!');
    await shows(page, 'Nothing on offer yet');
  });
});

test.describe('on a desktop', () => {
  test('from ten products on there are a search and a filter, which are kept in the URL', async ({
    page,
    farm,
    token,
    api,
  }) => {
    await api.call(token, 'farmer.products.create', maize);
    await farm.open('products');
    await shows(farm.card(maize.name));
    await expect(page.getByRole('searchbox')).toHaveCount(0);
    for (const product of many) await api.call(token, 'farmer.products.create', product);
    await farm.open('products');
    await shows(farm.card(beans.name));
    await page.getByRole('searchbox').fill('MAIZE');
    await expect(farm.card(beans.name)).toHaveCount(0);
    await page.reload();
    await shows(farm.card(maize.name));
    await expect(farm.card(beans.name)).toHaveCount(0);
    await page.getByLabel('Category').selectOption('Fruits');
    await shows(page, 'No products found. Try adjusting your search or filters.');
  });

  test('a farmer edits the farm and moves it with a new GPS fix', async ({
    page,
    context,
    farm,
    farmer: _,
    dashboard,
  }) => {
    await context.grantPermissions(['geolocation']);
    await context.setGeolocation({ latitude: -0.2827, longitude: 36.0664, accuracy: 9 });
    await farm.open('profile');
    await farm.button('Edit profile').click();
    await page.getByLabel('Farm name').fill('Green Gate Farm');
    await page.getByLabel('Delivery fee (KES)').fill('250');
    await farm.inDialog('Save changes').click();
    await shows(page.getByRole('main').getByText('Green Gate Farm'));
    await shows(page.getByText('KES 250', { exact: true }));

    await dashboard.toggleRow('Place and delivery area');
    await farm.button('Set a new location').click();
    await farm.inDialog('Get My Location').click();
    await expect(farm.dialog.getByLabel('County', { exact: true })).toHaveValue('Nakuru');
    await farm.inDialog('Save location').click();
    await shows(page, 'Farm location saved');
    await shows(page.getByText('Nakuru', { exact: true }));
  });
});

async function slowLine(page: Page) {
  let letThrough = () => {};
  const promise = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route('**/api/farmer/uploads', async (route) => {
    await promise;
    await route.continue();
  });
  return { letThrough: () => letThrough() };
}
