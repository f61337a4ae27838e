import fc from 'fast-check';
import type * as z from 'zod/mini';
import { buyerSignupForm, buyerSignupInput, credentialsInput } from '#accounts/rules/account.ts';
import {
  addEmailInput,
  forgotPasswordInput,
  loginInput,
  newPasswordForms,
  requestResetInput,
  resetPasswordInput,
  sendOtpInput,
  verifyOtpInput,
} from '#accounts/rules/account-input.ts';
import { farmerSignupInput } from '#farms/rules/farm.ts';
import { inviteInput, operatorLinkInput } from '#operator/rules/desk-input.ts';
import { fieldText } from '#rules/text/field-texts.ts';
import { buyerSignup } from '#tests/factories/people.ts';

function sentences(schema: z.ZodMiniType, value: unknown): Record<string, string> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return {};
  const said: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues)
    said[path.join('.')] ??= fieldText(message, 'en');
  return said;
}

const signupWith = (field: string, value: unknown) =>
  sentences(buyerSignupInput, { ...buyerSignup(), [field]: value })[field];

test.each([
  ...['Ng’ang’a', 'Ng`ang‘a', 'Wa\u2011Kamau', 'Wanjiku\u0303', 'Mary Jane', 'Ōmwamba', '李娜'],
  ...['Mary W.', 'J. K. Otieno', 'J.K. Otieno', 'J.-P.'],
])('names: %s is a name', (name) => {
  expect(signupWith('firstName', name)).toBeUndefined();
  expect(signupWith('lastName', name)).toBeUndefined();
});

test.each([
  ['   ', 'First name is required'],
  [' A ', 'Must be at least 2 characters'],
  ['\u3164', 'First name is required'],
  ['R2D2', 'Only letters and spaces allowed'],
  ['Ann_Bee', 'Only letters and spaces allowed'],
  ["Ng'2", 'Use letters, spaces, apostrophes, hyphens and full stops'],
  ...[
    ...['t.co', 'Otieno.', 'J.K', '.J', "'Ann", 'Ann-', 'Ann.', '--', "Ng''ang'a", '-Anne'],
    ...["O' Brien", '\u0303\u0303'],
  ].map((name) => [
    name,
    "An apostrophe or hyphen goes between letters (Ng'ang'a), a full stop after an initial (J. Otieno)",
  ]),
  ['a'.repeat(61), 'This is too long'],
])('names: %j as a first name: %s', (name, sentence) => {
  expect(signupWith('firstName', name)).toBe(sentence);
});

test.each([
  ['nationalId', 1234567.5, 'Please enter a valid Kenyan National ID (7-8 digits)'],
  ['firstName', null, 'First name is required'],
  ['email', ['a@x.ke'], 'Please enter a valid email address'],
  ['password', 12345678, 'Password must be 8+ characters with uppercase, lowercase, and number'],
])('names: %s: %j, of another type, gives %s', (field, value, sentence) => {
  expect(signupWith(field, value)).toBe(sentence);
});

test.each(['Ann\r\nBcc: all@x.ke', 'Ann\ud800', 'Ann\u202e'])('names: %j is not a name', (name) => {
  expect(signupWith('firstName', name)).toBeDefined();
});

test.each(['A.B+c@sub.x.co.ke', 'wanjikũ@shamba.ke', "o'neil@x.ke", '  a@x.ke  '])(
  'email addresses: %s is valid',
  (email) => {
    expect(signupWith('email', email)).toBeUndefined();
  },
);

test.each([
  ['ann@ｇmail.com', 'ann@gmail.com'],
  ['ａnn@gmail.com', 'ann@gmail.com'],
  ['ann@gm\u200bail.com', 'ann@gmail.com'],
  ['ann@gmail。com', 'ann@gmail.com'],
  ['ann@Bücher.example', 'ann@xn--bcher-kva.example'],
  ['İsa@x.ke', 'i̇sa@x.ke'],
  ['Ann@X.ke', 'Ann@X.ke'],
])('email addresses: A145: %j is stored as %j', (typed, stored) => {
  expect(credentialsInput.parse({ email: typed, password: 'Mavuno-2026' }).email).toBe(stored);
});

test('email addresses: A145: every input that takes an address gives it this spelling', () => {
  const inputs: Record<string, z.ZodMiniType>[] = [
    ...[buyerSignupInput, credentialsInput, farmerSignupInput, forgotPasswordInput],
    ...[addEmailInput, sendOtpInput, verifyOtpInput, resetPasswordInput, requestResetInput],
    ...[loginInput, inviteInput, operatorLinkInput],
  ].map(({ shape }) => shape);
  for (const { email } of inputs)
    expect(email?.parse('ann@ｇm\u200bail。com')).toBe('ann@gmail.com');
});

test.each([
  ...['a', '@x.ke', 'a@x', 'a@x.', 'a@.ke', 'a@x.ke, b@x.ke', 'Ann <a@x.ke>', '"a"@x.ke'],
  ...['a@x.ke\r\nBcc: b@x.ke', 'a@x\u202e.ke', 'a\ud800@x.ke', `${'a'.repeat(250)}@x.ke`],
])('email addresses: %j is invalid', (email) => {
  expect(signupWith('email', email)).toMatch(/Please enter a valid email address|Check this field/);
});

test('email addresses: whatever the input, an accepted email has no line break, space or second address', () => {
  const pieces = fc.constantFrom('a', 'x.ke', 'Bcc:', '%0d%0a', ...'@\r\n ,;<>:"\u0000\u2028');
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const parsed = credentialsInput.safeParse({ email: parts.join(''), password: 'secret-1' });
      if (parsed.success)
        expect(parsed.data.email).toMatch(/^[^\s,;:<>"@\p{Cc}]+@[^\s,;:<>"@\p{Cc}]+$/u);
    }),
    { numRuns: 2000 },
  );
});

test.each(['123456', '123456789', '１２３４５６７', '1234 5678'])(
  'national IDs: %j is invalid',
  (id) => {
    expect(signupWith('nationalId', id)).toBe(
      'Please enter a valid Kenyan National ID (7-8 digits)',
    );
  },
);
test('a buyer must give one', () =>
  expect(signupWith('nationalId', '')).toBe('National ID is required'));

test.each(['Abcdefg1', `Aa1${'é'.repeat(200)}`, 'Пароль12', 'Aa1 🌽🌽🌽🌽', 'Aa1\n\tbbbb'])(
  'passwords: %j is allowed',
  (password) => {
    expect(signupWith('password', password)).toBeUndefined();
  },
);
test.each(['Abcdef1', 'abcdefg1', 'ABCDEFG1', 'Abcdefgh'])(
  'passwords: %j is too weak',
  (password) => {
    expect(signupWith('password', password)).toBe(
      'Password must be 8+ characters with uppercase, lowercase, and number',
    );
  },
);
test.each([
  ['', 'Password is required'],
  [`Aa1${'x'.repeat(254)}`, 'This is too long'],
  ['Abcdefg1\ud800', 'Check this field'],
])('passwords: %j: %s', (password, sentence) =>
  expect(signupWith('password', password)).toBe(sentence),
);

test('passwords: leading and trailing spaces are part of the password', () => {
  expect(buyerSignupInput.parse(buyerSignup({ password: ' Abcdefg1 ' })).password).toBe(
    ' Abcdefg1 ',
  );
});

test('a login takes six characters of any kind, as the specification says', () => {
  expect(sentences(credentialsInput, { email: 'a@x.ke', password: '123456' })).toEqual({});
  expect(sentences(credentialsInput, { email: 'a@x.ke', password: '12345' })).toEqual({
    password: 'Password must be at least 6 characters',
  });
  expect(sentences(credentialsInput, { email: '', password: '' })).toEqual({
    email: 'Email is required',
    password: 'Password is required',
  });
});

const form = { ...buyerSignup(), confirmPassword: buyerSignup().password, termsAccepted: true };

test('a confirmation that differs from the password is reported on the confirmation, even when another field is wrong too', () => {
  const wrong = { ...form, firstName: '', confirmPassword: 'other' };
  expect(sentences(buyerSignupForm, wrong)).toEqual({
    firstName: 'First name is required',
    confirmPassword: 'Passwords do not match',
  });
});

test('the terms must be accepted', () => {
  expect(sentences(buyerSignupForm, { ...form, termsAccepted: false })).toEqual({
    termsAccepted: 'Please agree to the terms and conditions',
  });
});

test('an empty form reports every required field', () => {
  expect(sentences(buyerSignupForm, {})).toMatchObject({
    firstName: 'First name is required',
    lastName: 'Last name is required',
    email: 'Email is required',
    nationalId: 'National ID is required',
    phoneNumber: 'Phone number is required',
    password: 'Password is required',
    confirmPassword: 'Confirm password is required',
  });
});

test('a new password must be confirmed too', () => {
  const typed = { password: 'Abcdefg1', confirmPassword: 'Abcdefg2' };
  expect(sentences(newPasswordForms.buyer, typed)).toEqual({
    confirmPassword: 'Passwords do not match',
  });
});

test('the forms: optional fields may be missing or empty, and stay within their limits', () => {
  const { businessName: _, ...bare } = buyerSignup({ businessName: 'x' });
  expect(sentences(buyerSignupInput, bare)).toEqual({});
  expect(signupWith('deliveryAddress', '')).toBeUndefined();
  expect(signupWith('city', 'x'.repeat(81))).toBe('This is too long');
  expect(signupWith('businessName', 'two\nlines')).toBe('Check this field');
});
