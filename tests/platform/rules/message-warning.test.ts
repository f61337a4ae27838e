import { expect, test } from 'vitest';
import { warningOf } from '#platform/rules/text/message-warning.ts';

test.each([
  'Please pay me directly, it is cheaper',
  'Send the money to 0722 000 111',
  'Lipa nje ya SokoShamba tafadhali',
  'Use till 123456',
  'Paybill 400200 account 12',
  'Nitumie malipo 0110345678',
])('asks to pay outside: %s', (text) => expect(warningOf(text)).toBe('paysOutside'));

test.each([
  'Your code is 482913',
  'Send me the code you got',
  'OTP: 4821',
  '993812 ni msimbo wangu',
  'Niambie PIN yako',
  'Send your P\u200bIN',
  'ｓｅｎｄ ｙｏｕｒ ＰＩＮ',
])('shows or asks for a code: %s', (text) => expect(warningOf(text)).toBe('sharesCode'));

test.each([
  'Is it still good?',
  'Ninayo magunia 20 ya mahindi',
  'I can pay when you deliver',
  'Call me on 0722 000 111',
  'I pay with M-Pesa',
  '',
])('needs no warning: %s', (text) => expect(warningOf(text)).toBeNull());

test('a long text is checked at once', () => {
  for (const text of [
    'send '.repeat(200),
    'code '.repeat(200),
    '1'.repeat(1000),
    'pay 07'.repeat(166),
  ]) {
    const startedAt = performance.now();
    warningOf(text);
    // A pattern that backtracks would take seconds.
    expect(performance.now() - startedAt).toBeLessThan(500);
  }
});
