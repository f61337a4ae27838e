import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import en from '#rules/text/en.json' with { type: 'json' };
import { root } from '#tests/setup/imports.ts';

const specification = readFileSync(join(root, 'docs/specification.md'), 'utf8');
const textOf = (key: string) => new Map<string, unknown>(Object.entries(en)).get(key);

/** The texts that §2 to §8 of the specification quote. */
const quoted = `
  createAccountTitle signInHere loginMessage farmerSignupMessage codeExpired resendCode
  resendLater productsNothingFound cartEmpty signupVerifiedMessage nameTooShort nameLettersOnly
  emailInvalid nationalIdInvalid phoneNumberInvalid passwordWeak passwordsDiffer emailRequired
  passwordRequired passwordTooShort errorInvalidInput nationalIdInvalidFarmer locationRequired
  locationUnverified errorOutsideKenya pinNoFix productNeedsPhoto pleaseLogin errorFarmersOnly
  registrationFailed registrationFailedNetwork signupMessage errorCodeMailFailed
  codeSendFailedFarmer errorCodeInvalid errorCodeInvalidOrExpired codeInvalidFarmer
  verificationFailedNetwork resendFailed resendFailedNetwork signupFormInvalid termsRequired
  errorLoginFailed productsLoadFailed dashboardLoadFailed cannotConnect errorSessionExpired
  productAddFailed productDeleteFailed gpsUnsupported errorAddressLookupFailed
  errorPlaceSearchFailed cameraNone cameraFailed
`;

test.each(quoted.trim().split(/\s+/))(
  'the text %s is in the specification, word for word',
  (key) => {
    const text = textOf(key);
    expect(text).toEqual(expect.any(String));
    expect(specification.replaceAll(/\s+/g, ' ')).toContain(text);
  },
);

test.each([
  ['codeExpiresIn', 'Code expires in {time}'],
  ['orderConfirmedToast', 'Order #{id} confirmed successfully!'],
  ['orderRejectedToast', 'Order #{id} rejected successfully!'],
  [
    'errorPinTooFar',
    'Location is {distanceMetres}m from your current position. For security, stay within {radiusMetres}m when adjusting location.',
  ],
])('the text %s is as specified, with its own placeholders', (key, text) => {
  expect(textOf(key)).toBe(text);
});
