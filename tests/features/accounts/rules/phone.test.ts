import fc from 'fast-check';
import { phoneNumber } from '#accounts/rules/account.ts';
import { tidyPhoneNumber } from '#rules/phone-number.ts';

const stored = (typed: unknown) => phoneNumber.safeParse(typed).data;

test.each([
  ...['(0712)345-678', '+254 712.345.678', '0712\u00a0345\u00a0678', ' 0712345678 '],
  ...['\u202a+254 712 345678\u202c', '\u20660712345678\u2069', '0712\u2011345\u2013678'],
  ...['00254712345678', '+254 (0)712 345 678', '254(0)712345678', '\u200b0712345678\ufeff'],
])('phone numbers: %j is refused by the schema, and accepted once normalized', (typed) => {
  expect(stored(typed)).toBeUndefined();
  expect(stored(tidyPhoneNumber(typed))).toBe('+254712345678');
});

test('a number typed without its plus gets one, and no other number is changed', () => {
  expect(tidyPhoneNumber('254')).toBe('+254');
  expect(tidyPhoneNumber(' 254712')).toBe('+254712');
  for (const typed of [
    '',
    '00',
    '25',
    '+2540',
    '0712345678',
    '+254712345678',
    '07x',
    '0'.repeat(61),
  ])
    expect(tidyPhoneNumber(typed)).toBe(typed);
});

test.each([
  ...['254712345678', '+255712345678', '0812345678', '071234567', '07123456789'],
  ...['++254712345678', '٠٧١٢٣٤٥٦٧٨', 712345678],
])('phone numbers: %j is refused', (typed) => expect(stored(typed)).toBeUndefined());

test('a normalized number has one form, whatever its separators', () => {
  const digits = fc
    .tuple(fc.constantFrom('7', '1'), fc.stringMatching(/^\d{8}$/))
    .map((parts) => parts.join(''));
  const separator = fc.constantFrom('', ' ', '-', '.', '  ');
  fc.assert(
    fc.property(
      digits,
      fc.constantFrom('0', '+254'),
      fc.array(separator, { minLength: 9, maxLength: 9 }),
      (national, prefix, breaks) => {
        const typed =
          prefix + [...national].map((digit, at) => `${breaks[at] ?? ''}${digit}`).join('');
        expect(stored(tidyPhoneNumber(typed))).toBe(`+254${national}`);
      },
    ),
  );
});
