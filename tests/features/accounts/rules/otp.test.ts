import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { otpCode, sendOtpInput, verifyOtpInput } from '#features/accounts/rules/otp.ts';

describe('codes as they are typed', () => {
  test.each(['123456', '123 456', ' 123456\n', '1 2 3 4 5 6', '123\u00a0456'])(
    '%j is 123456',
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
  ])('%j is no code', (typed) => {
    expect(otpCode.safeParse(typed).success).toBe(false);
  });

  test('a code that begins with zeros keeps them', () =>
    expect(otpCode.parse('000 042')).toBe('000042'));

  test('whatever passes is six ASCII digits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 12 }), (typed) => {
        const parsed = otpCode.safeParse(typed);
        if (parsed.success) expect(parsed.data).toMatch(/^[0-9]{6}$/);
      }),
    );
  });
});

describe('asking for and confirming codes', () => {
  test.each(['signup', 'login', 'password_reset'])('%s is a purpose', (purpose) => {
    expect(sendOtpInput.safeParse({ email: 'a@x.ke', purpose }).success).toBe(true);
  });
  test.each(['', 'Login', 'admin', '__proto__', undefined, ['login']])('%j is none', (purpose) => {
    expect(sendOtpInput.safeParse({ email: 'a@x.ke', purpose }).success).toBe(false);
  });
  test('what is unknown is left out', () => {
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
