import { expect, shows, test, uniqueEmail, wrongCode } from '#tests/e2e/fixtures.ts';

const invalid = 'Invalid OTP. Please try again.';
const verified = 'Email verified successfully!';

test.describe('the code screen of a signup', () => {
  test.use({ viewport: { width: 360, height: 640 } });
  let email: string;
  test.beforeEach(async ({ buyerSignup, codeScreen }, { title }) => {
    email = uniqueEmail(title.includes('could not be sent') ? 'refused-once-code' : 'code');
    await buyerSignup.open();
    await buyerSignup.signUp(email);
    await codeScreen.isOpenFor(email);
  });

  test('sends each distinct code once, and takes a pasted one', async ({
    page,
    codeScreen,
    mailbox,
  }) => {
    const code = await mailbox.code(email);
    const wrong = wrongCode(code);
    await expect(
      page.getByRole('main').getByRole('link', { name: 'Contact support' }),
    ).toHaveAttribute('href', 'mailto:help@sokoshamba.example');
    await codeScreen.type('12x3');
    await expect(codeScreen.input).toHaveValue('123');
    await codeScreen.input.fill('');

    let sent = 0;
    page.on('request', (request) => {
      if (request.url().includes('otp.verify')) sent += 1;
    });
    for (const _ of ['once', 'twice']) {
      await codeScreen.type(wrong);
      await shows(page, invalid);
      await expect(codeScreen.input).toHaveValue('');
    }
    expect(sent).toBe(1);

    for (const text of ['12a456', `${code.slice(0, 3)} ${code.slice(3)}`]) {
      await codeScreen.paste(text);
      await expect(codeScreen.input).toHaveValue('');
      await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
        'The code has 6 digits',
      );
    }
    await codeScreen.paste(` ${code}\n`);
    await shows(page, verified);
  });

  test('§8: flow continues to the OTP step if the code could not be sent, and Resend sends one that works', async ({
    page,
    codeScreen,
    mailbox,
  }) => {
    const created = page.getByText('Account created! Check your email for the OTP.');
    const headerEnd = await page
      .locator('header')
      .evaluate((one) => one.getBoundingClientRect().bottom);
    await expect.poll(async () => (await created.boundingBox())?.y).toBeGreaterThan(headerEnd);
    await expect(created).toBeInViewport({ ratio: 1 });
    await expect(page.getByText('Failed to send OTP. Please try again.')).toBeHidden();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(codeScreen.countdown).toBeHidden();
    await codeScreen.resend.click();
    await expect(codeScreen.countdown).toHaveText(/Code expires in (10:00|9:5\d)/);
    await shows(page, 'New code sent to your email.');
    await codeScreen.type(await mailbox.code(email));
    await shows(page, verified);
  });
});
