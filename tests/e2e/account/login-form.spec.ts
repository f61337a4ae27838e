import { uniqueEmail } from '#tests/e2e/accounts.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';

test('fields are checked on change and on blur, and the button is disabled meanwhile', async ({
  page,
  buyerLogin,
}) => {
  await buyerLogin.open();
  // A field that is left before the page's script has loaded is not checked.
  await expect(async () => {
    await buyerLogin.email.focus();
    await page.keyboard.press('Tab');
    await expect(page.getByText('Email is required')).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(buyerLogin.submit).toBeDisabled();
  await expect(buyerLogin.submit).toHaveAccessibleDescription('Fix the marked fields first');
  await buyerLogin.email.fill('achieng@duka');
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await buyerLogin.password.fill('Soko1');
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible();
  await buyerLogin.password.fill('');
  await expect(page.getByText('Password is required')).toBeVisible();
  await buyerLogin.email.fill('achieng@duka.example');
  await buyerLogin.password.fill('Soko12');
  await expect(buyerLogin.submit).toBeEnabled();
});

test('an empty form says what to correct', async ({ page, farmerLogin }) => {
  await farmerLogin.open();
  await farmerLogin.submit.click();
  await expect(page.getByText('Please fix the errors below')).toBeVisible();
  await expect(page.getByText('Email is required')).toBeVisible();
  await expect(page.getByText('Password is required')).toBeVisible();
  await expect(farmerLogin.email).toBeFocused();
});

test('a wrong password and an unknown email get the same error; the right one of the other role leads to its login', async ({
  page,
  accounts,
  buyerLogin,
}) => {
  const buyer = await accounts.buyer();
  const farmer = await accounts.farmer();
  await buyerLogin.open();
  for (const credentials of [
    { ...buyer, password: 'Wrong-2026' },
    { ...buyer, email: uniqueEmail('nobody') },
    { ...farmer, password: 'Wrong-2026' },
  ]) {
    await buyerLogin.logIn(credentials);
    const banner = page.getByText('Login failed. Please check your credentials and try again.');
    await expect(banner).toBeVisible();
    await buyerLogin.password.fill('Another-1');
    await expect(banner).toBeHidden();
  }
  await buyerLogin.logIn(farmer);
  await expect(
    page.getByText("This is a farmer's account. Please use Farmer Login."),
  ).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Farmer Login' }).click();
  await expect(page).toHaveURL('/loginF');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(farmer.email);
});

test('a link below a field can be clicked even though the blur moves it', async ({
  page,
  buyerLogin,
}) => {
  await buyerLogin.open();
  await buyerLogin.email.focus();
  const link = page.getByRole('link', { name: 'Join as Buyer' });
  await link.scrollIntoViewIfNeeded();
  const box = await link.boundingBox();
  if (!box) throw new Error('The link has no place');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  // By now every effect of the blur has happened.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  await page.mouse.up();
  await expect(page).toHaveURL('/signup');
});

test('the password can be revealed', async ({ page, buyerLogin }) => {
  await buyerLogin.open();
  await buyerLogin.password.fill('Mavuno-2026');
  await expect(buyerLogin.password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(buyerLogin.password).toHaveAttribute('type', 'text');
});
