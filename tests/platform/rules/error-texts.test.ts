import { unitText } from '#products/rules/product-texts.ts';
import {
  accountBusyText,
  codeTooSoonText,
  offerGoneText,
  outOfStockText,
} from '#rules/error-texts.ts';
import { AppError, errorText } from '#server/app-error.ts';

test('an account that cannot be deleted yet is told why, leaving out counts of zero', () => {
  const said = (orders: number, refunds: number, payouts: number, locale: 'en' | 'sw' = 'en') =>
    accountBusyText({ orders, refunds, payouts }, { locale });
  expect(said(3, 0, 0)).toBe(
    'You still have 3 open orders. Delete your account once that is finished.',
  );
  expect(said(0, 2, 4)).toContain('2 refunds and 4 payouts.');
  expect(said(3, 2, 4)).toContain('3 open orders, 2 refunds, and 4 payouts.');
  expect(said(0, 1, 2, 'sw')).toBe(
    'Bado una rejesho 1 la pesa na malipo 2 kwako. Ukimaliza, unaweza kufuta akaunti yako.',
  );
});

test('the remaining stock is stated in the product’s unit, in the singular for one', () => {
  const said = (quantity: number, locale: 'en' | 'sw') =>
    errorText(
      new AppError('OUT_OF_STOCK', {
        inputs: { name: 'Kale', quantity, unit: (options) => unitText(quantity, 'bags', options) },
      }),
      locale,
    );
  expect(said(1, 'en')).toBe('Only 1 bag of Kale left. Nothing was ordered.');
  expect(said(1500, 'en')).toContain('Only 1,500 bags of Kale left.');
  expect(said(1, 'sw')).toBe('Kiasi kilichobaki cha Kale ni gunia 1 tu. Hakuna kilichoagizwa.');
});

test('a price offer above the stock does not mention an order', () => {
  const amount = { name: 'Kale', unit: 'bags', quantity: 3, by: 'offer' } as const;
  expect(outOfStockText(amount, { locale: 'en' })).toBe('Only 3 bags of Kale left.');
  expect(offerGoneText({ name: 'Kale', by: 'offer' }, { locale: 'en' })).toBe(
    'Kale is no longer for sale.',
  );
});

test('a code requested too soon says when the next can be sent', () => {
  const said = (seconds: number) => codeTooSoonText({ seconds }, { locale: 'en' });
  expect(said(45)).toContain('Ask for the next one in 45 s.');
  expect(said(2990)).toContain('in 50 min.');
});
