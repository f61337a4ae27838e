import { describe, expect, test } from 'vitest';
import { exampleOf, readCommand } from '#features/phones/rules/commands.ts';
import { findPricedCrop } from '#features/phones/rules/find-priced-crop.ts';

const commandOf = (text: string) => readCommand(text)?.command ?? null;

describe('SMS commands', () => {
  test.each([
    ['ORDERS', { name: 'orders' }],
    [' oda ', { name: 'orders' }],
    ['ODA 498', { name: 'orders', from: 498 }],
    ['Yes 512', { name: 'accept', orderId: 512 }],
    ['Ndiyo 512', { name: 'accept', orderId: 512 }],
    ['NDIO512', { name: 'accept', orderId: 512 }],
    ['no 512', { name: 'reject', orderId: 512, reason: null }],
    ['HAPANA 512 mvua  kubwa', { name: 'reject', orderId: 512, reason: 'mvua kubwa' }],
    ['sent 5', { name: 'dispatch', orderId: 5 }],
    ['Nimetuma 5.', { name: 'dispatch', orderId: 5 }],
    ['MSIMBO 5 0821', { name: 'complete', orderId: 5, code: '0821' }],
    ['KODI 5 0821', { name: 'complete', orderId: 5, code: '0821' }],
    ['STOCK', { name: 'stock' }],
    ['STOKI 6', { name: 'stock', from: 6 }],
    ['stoki 2 40', { name: 'count', number: 2, quantity: 40 }],
    ['STOCK 2 0,5', { name: 'count', number: 2, quantity: 0.5 }],
    ['SOLD 1', { name: 'soldOut', number: 1 }],
    ['BEI Nyanya Nakuru', { name: 'price', words: 'nyanya nakuru' }],
    ['MONEY', { name: 'money' }],
    ['msaada', { name: 'help' }],
    ['ACHA', { name: 'stop' }],
    ['anza', { name: 'start' }],
    ['sawa', { name: 'agree' }],
    ['4821', { name: 'pin', pin: '4821' }],
    ['PIN 4821', { name: 'pin', pin: '4821' }],
  ])('%s', (text, command) => {
    expect(commandOf(text)).toEqual(command);
  });

  test.each(['ORDRES', 'odaa', 'PESAA', 'MONY', 'STOKO', 'HELPP', 'BIE nyanya'])(
    'one wrong letter is tolerated: %s',
    (text) => {
      expect(commandOf(text)).not.toBeNull();
    },
  );

  test.each([
    'YEZ 512',
    'NDIOO 512',
    'NDIO',
    'NDIO 0',
    'NDIO 99999999999',
    'NDIO 512 sasa',
    'MSIMBO 5',
    'MSIMBO 5 482',
    'STOKO 2 40',
    'STOCK 0 4',
    'STOCK 0',
    'ODA 0',
    'ODA 99999999999',
    'STOCK 1 9999999',
    'SOLD',
    'Oda 512: Achieng, 40 kg nyanya, KES 2,400',
    'HELP me',
    'STOPP',
    '',
    '   ',
    '😀',
    '\u0000',
    '12345',
    'a'.repeat(1_000_000),
  ])('%# is not a command', (text) => {
    expect(commandOf(text)).toBeNull();
  });

  test('a crop and a county may each have a wrong letter', () => {
    expect(findPricedCrop('nyanya nakuru')).toMatchObject({
      crop: { swahili: 'Nyanya' },
      county: 'Nakuru',
    });
    expect(findPricedCrop('nyania nakuro')).toMatchObject({
      crop: { swahili: 'Nyanya' },
      county: 'Nakuru',
    });
    expect(findPricedCrop('tomatoes')).toMatchObject({ county: null });
    expect(findPricedCrop('gari')).toBeNull();
    expect(findPricedCrop('')).toBeNull();
  });
});

describe('the hint for an incomplete command', () => {
  test.each([
    ['ndio', 'NDIO 5'],
    ['Ndio oda 512', 'NDIO 5'],
    ['MSIMBO 512', 'MSIMBO 5 4821'],
    ['KODI 512', 'MSIMBO 5 4821'],
    ['sold', 'IMEISHA 1'],
    ['Bei', 'BEI NYANYA'],
    ['ACHA basi', 'ACHA'],
  ])('shows the complete form: %s', (text, example) => {
    expect(commandOf(text)).toBeNull();
    expect(exampleOf(text, 'sw')).toBe(example);
  });

  test.each(['habari', 'Oda 512: Achieng, 40 kg nyanya, KES 2,400', '', '5'])(
    'is not given for %j',
    (text) => {
      expect(exampleOf(text, 'sw')).toBeNull();
    },
  );
});
