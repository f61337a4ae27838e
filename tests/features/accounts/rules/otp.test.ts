import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { otpCode, sendOtpInput, verifyOtpInput } from '#features/accounts/rules/otp.ts';

describe('codes as typed', () => {
  test.each(['123456', '123 456', ' 123456\n', '1 2 3 4 5 6', '123\u00a0456'])(
    '%j is read as 123456',
    (typed) => {
      expect(otpCode.parse(typed)).toBe('123456');
    },
  );

  test.each([
    '',
    '12345',
    '1234567',
    '12345a',
    '-12345',
    '12.456',
    '１２３４５６',
    '1e5',
    123456,
    null,
    ['123456'],
    {},
  ])('%j is not a code', (typed) => {
    expect(otpCode.safeParse(typed).success).toBe(false);
  });

  test('a code keeps its leading zeros', () => expect(otpCode.parse('000 042')).toBe('000042'));

  test('every accepted code is six ASCII digits', () => {
    // Mostly digits, because random text is practically never accepted.
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
});

describe('requesting and confirming codes', () => {
  test.each(['signup', 'login', 'password_reset'])('%s is a purpose', (purpose) => {
    expect(sendOtpInput.safeParse({ email: 'a@x.ke', purpose }).success).toBe(true);
  });
  test.each(['', 'Login', 'admin', '__proto__', undefined, ['login']])(
    '%j is not a purpose',
    (purpose) => {
      expect(sendOtpInput.safeParse({ email: 'a@x.ke', purpose }).success).toBe(false);
    },
  );
  test('unknown fields are dropped', () => {
    const input = JSON.parse(
      '{"email":"a@x.ke","otp":"123456","purpose":"login","role":"admin","__proto__":{"role":"admin"}}',
    );
    expect(verifyOtpInput.parse(input)).toEqual({
      email: 'a@x.ke',
      otp: '123456',
      purpose: 'login',
    });
  });
});
