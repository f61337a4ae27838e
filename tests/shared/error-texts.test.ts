import { expect, test } from 'vitest';
import { accountBusyText } from '../../src/shared/error-texts.ts';

test('an account that is bound is told by what, and by nothing that there isn’t', () => {
  const said = (orders: number, refunds: number, payouts: number, locale: 'en' | 'sw' = 'en') =>
    accountBusyText({ orders, refunds, payouts }, { locale });
  expect(said(3, 0, 0)).toBe('Your account still has 3 open orders. Finish these first, then it can be deleted.');
  expect(said(0, 2, 4)).toContain('2 refunds and 4 payouts.');
  expect(said(3, 2, 4)).toContain('3 open orders, 2 refunds, and 4 payouts.');
  expect(said(0, 0, 2, 'sw')).toBe('Akaunti yako bado ina malipo 2. Yamalize kwanza, kisha inaweza kufutwa.');
});
