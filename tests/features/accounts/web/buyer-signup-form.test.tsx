import { BuyerSignupForm, useBuyerSignup } from '#accounts/web/buyer-signup.tsx';
import { givenBrowser, renderScreen, screen, waitFor } from '#tests/setup/web/render-screen.tsx';

const Signup = () => <BuyerSignupForm signup={useBuyerSignup('/buyer-dashboard?tab=cart')} />;

givenBrowser();

test('the button is disabled by the terms alone, and each press leads to what is missing', async () => {
  const { user } = await renderScreen(<Signup />);
  const button = () => screen.getByRole('button', { name: 'Create account' });
  expect(button().getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByText('Please agree to the terms and conditions')).toBeTruthy();
  await user.click(button());
  const terms = screen.getByRole('checkbox');
  expect(document.activeElement).toBe(terms);
  await user.click(terms);
  expect(button().getAttribute('aria-disabled')).toBeNull();
  await user.click(button());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('First name')));
});

test("a buyer's sign-up form: the login that it leads to returns to the cart too", async () => {
  await renderScreen(<Signup />);
  expect(screen.getByRole('link', { name: 'Sign in here' }).getAttribute('href')).toBe(
    `/login?redirect=${encodeURIComponent('/buyer-dashboard?tab=cart')}`,
  );
});
