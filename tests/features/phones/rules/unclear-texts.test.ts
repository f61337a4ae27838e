import { readText } from '#phones/rules/read-text.ts';
import { findPricedCrop } from '#phones/rules/words.ts';

const unclear = [
  'YEZ 37',
  'NDIO 0',
  'NDIO 99999999999',
  'NDIO 0712345678',
  'NDIO 37 kesho',
  'ndio 37?',
  'ndio au hapana 37',
  'NDIO 37 HAPANA 37',
  'NDIO 37 38.555kg',
  'NDIO 37 12kg 3 trei',
  'NDIO 37 -5kg',
  'HAPANA 35, HAPANA 36',
  'sijakubali oda 37',
  'ndoo 37',
  'no problem',
  'NDIO 1 NDIO 2 NDIO 3 NDIO 4 NDIO 5 NDIO 6',
  'ndio 35 bei nyanya',
  'MSIMBO 40',
  'MSIMBO 40 267',
  'kodi 40 2674 41',
  'STOKI 1 +60',
  'STOKI 1 -5',
  'STOKI 2,40',
  'STOKI 1 2 3',
  'STOKI 1 60 kg magunia',
  'STOKI nyanya 60',
  'STOCK 1 9999999',
  'ODA 0',
  'acha oda',
  'pesa 37',
  'BEI',
  '12345',
  '37',
  'nyanya',
  'Niko kwenye mkutano, nitakupigia baadaye.',
  'Oda 37: Achieng, 40 kilo Nyanya, KES 2,400, itachukuliwa. Jibu NDIO 37 au HAPANA 37 kabla ya kesho 09:00',
  'Re: Oda 37 imekubaliwa: 40 kilo Nyanya, Achieng Otieno 0722000111. Andika NIMETUMA 37 ikiwa njiani.',
  'SokoShamba: hakuna kilichofanyika. Andika NDIO 37 au HAPANA 37.',
  '',
  '😀',
  '\u0000',
  '\ud800',
  `NDIO 37 ${'a'.repeat(400)}`,
  'a'.repeat(1_000_000),
];

test.each(unclear)('an unclear text: %# does nothing', (text) => {
  expect(readText(text).commands).toBeUndefined();
});

test.each([
  ['Ndio oda 512 kesho', { about: 'accept', number: 512, isShort: true }],
  ['MSIMBO 512', { about: 'complete', number: 512 }],
  ['sold', { about: 'soldOut', number: null }],
  ['37', { about: null, number: 37 }],
  ['nyanya', { about: null, words: 'nyanya' }],
  ['Niko kwenye mkutano, nitakupigia baadaye.', { about: null, isShort: false }],
])('an unclear text says what it is about: %s', (text, about) => {
  expect(readText(text).unclear).toMatchObject(about);
});

test('a crop and a county may each have a wrong letter, and small words between them', () => {
  const inNakuru = { crop: { swahili: 'Nyanya' }, county: 'Nakuru' };
  for (const words of ['nyanya nakuru', 'nyania nakuro', 'tomatoes in nakuru', 'nyanya za nakuru'])
    expect(findPricedCrop(words)).toMatchObject(inNakuru);
  expect(findPricedCrop('tomatoes')).toMatchObject({ county: null });
  expect(findPricedCrop('gari')).toBeNull();
  expect(findPricedCrop('')).toBeNull();
});
