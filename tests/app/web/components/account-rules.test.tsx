import { useEffect } from 'react';
import { BuyerSignupForm, useBuyerSignup } from '#accounts/web/buyer-signup.tsx';
import { NewPasswordForm, usePasswordReset } from '#accounts/web/password-reset.tsx';
import { PasswordForm } from '#accounts/web/settings/account-rows.tsx';
import { givenBrowser, renderScreen, screen, waitFor } from '#tests/setup/web/render-screen.tsx';

const rules = {
  buyer: {
    hint: '8+ characters with uppercase, lowercase, and number',
    sentence: 'Password must be 8+ characters with uppercase, lowercase, and number',
    good: 'Shamba12',
  },
  farmer: {
    hint: 'At least 6 characters; 8 or more are safer',
    sentence: 'Password must be at least 6 characters',
    good: 'shamba',
  },
};

const BuyerSignup = () => <BuyerSignupForm signup={useBuyerSignup()} />;

function Reset({ role }: { role: Role }) {
  const reset = usePasswordReset();
  const { rightCode, takeCode } = reset;
  useEffect(() => {
    if (!rightCode) takeCode({ otp: '123456', role });
  });
  return <NewPasswordForm reset={reset} address="wanjiru@shamba.example" role={role} />;
}
const Change = ({ role }: { role: Role }) => (
  <PasswordForm loginName="wanjiru@shamba.example" forRole={role} />
);

givenBrowser();

test("'phoneNumber: starts with +254 or 0, then 1 or 7, then 8 digits': the form normalizes it while it is typed", async () => {
  const { user } = await renderScreen(<BuyerSignup />);
  const field = screen.getByLabelText<HTMLInputElement>(/^Phone number/);
  await user.type(field, '254 712 345 678');
  expect(field.value).toBe('+254712345678');
  await user.tab();
  expect(screen.queryByText('Please enter a valid Kenyan phone number')).toBeNull();
});

test.each([
  ['reset', Reset, 'farmer'],
  ['reset', Reset, 'buyer'],
  ['change', Change, 'farmer'],
  ['change', Change, 'buyer'],
] as const)(
  "a new password at the %s follows the rule of its role's sign-up, which the form shows (%#)",
  async (_, Form, role) => {
    const { user } = await renderScreen(<Form role={role} />);
    const row = screen.queryByText('Change password', { selector: 'summary *' });
    if (row) await user.click(row);
    const { hint, sentence, good } = rules[role];
    expect(await screen.findByText(hint)).toBeTruthy();
    const password = screen.getByLabelText(/^New password/);
    await user.type(password, 'mboga');
    await user.tab();
    expect(await screen.findByText(sentence)).toBeTruthy();
    await user.clear(password);
    await user.type(password, good);
    await waitFor(() => expect(screen.queryByText(sentence)).toBeNull());
  },
);
