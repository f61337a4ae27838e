import { expect, type Page, shows, test } from '#tests/e2e/fixtures.ts';

const outdated = 'There is a new version of SokoShamba. Reload the page.';

/**
 * Answers the login call like another server, of this version or a newer one, with or without a
 * procedure of this name.
 */
async function answerAs(
  page: Page,
  { isNewer, procedure }: { isNewer: boolean; procedure?: string },
) {
  await page.unroute(/\/trpc\//).catch(() => {});
  await page.route(/\/trpc\//, async (route) => {
    const url = route.request().url();
    const response = await route.fetch({
      url: procedure ? url.replace(/\/trpc\/[\w.]+/, `/trpc/${procedure}`) : url,
    });
    const headers = {
      ...response.headers(),
      ...(isNewer && { 'x-app-version': 'ffffffffffff' }),
    };
    await route.fulfill({ response, headers });
  });
}

test('a page older than the server gets one message when refused for being outdated, and keeps typed text and the messages of other refusals', async ({
  page,
  buyerSignup,
  buyerLogin,
}) => {
  const nobody = { email: 'nobody@x.ke', password: 'Wrong-password-1' };
  await answerAs(page, { isNewer: true, procedure: 'auth.longGone' });
  await buyerSignup.open();
  await buyerSignup.signUp('achieng@x.ke');
  await shows(page.getByText(outdated).first());
  await expect(buyerSignup.firstName).toHaveValue('Achieng');
  await page.reload();
  await expect(buyerSignup.firstName).toHaveValue('Achieng');

  for (const server of [{ isNewer: true }, { isNewer: false, procedure: 'auth.longGone' }]) {
    await answerAs(page, server);
    await buyerLogin.open();
    await buyerLogin.logIn(nobody);
    await shows(page.getByRole('alert').first());
    await expect(page.getByText(outdated)).toHaveCount(0);
  }
});
