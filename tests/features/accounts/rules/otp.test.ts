import fc from 'fast-check';
import { otpCode, sendOtpInput } from '#accounts/rules/account-input.ts';

test.each(['123 456', ' 123456\n', '123\u00a0456'])(
  'codes as typed: %j is read as 123456',
  (typed) => {
    expect(otpCode.parse(typed)).toBe('123456');
  },
);

test.each(['12345', '1234567', '12345a', '-12345', '１２３４５６', 123456, ['123456']])(
  'codes as typed: %j is not a code',
  (typed) => {
    expect(otpCode.safeParse(typed).success).toBe(false);
  },
);

test('codes as typed: a code keeps its leading zeros', () =>
  expect(otpCode.parse('000 042')).toBe('000042'));

test('every accepted code is six ASCII digits', () => {
  const unit = fc.constantFrom(...'0123456789', ' ', '\u00a0', '９', '٣', 'e');
  let accepted = 0;
  fc.assert(
    fc.property(fc.string({ unit, minLength: 6, maxLength: 9 }), (typed) => {
      const parsed = otpCode.safeParse(typed);
      if (!parsed.success) return;
      accepted += 1;
      expect(parsed.data).toMatch(/^[0-9]{6}$/);
    }),
    { numRuns: 1000 },
  );
  expect(accepted).toBeGreaterThan(0);
});

test.each(['Login', '__proto__', undefined])(
  'requesting and confirming codes: %j is not a purpose',
  (purpose) => {
    expect(sendOtpInput.safeParse({ email: 'a@x.ke', purpose }).success).toBe(false);
  },
);
