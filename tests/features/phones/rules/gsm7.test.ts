import { languages } from '#rules/language.ts';
import { cutToGsm7, measureSms, toGsm7, wordsToGsm7 } from '#rules/text/sms.ts';
import { smsTexts } from '#tooling/documents.ts';

test.each([
  ['', 0, 1],
  ['a'.repeat(160), 160, 1],
  ['a'.repeat(161), 161, 2],
  ['a'.repeat(306), 306, 2],
  ['a'.repeat(307), 307, 3],
  ['€'.repeat(80), 160, 1],
  ['€'.repeat(81), 162, 2],
])('the length of an SMS: %# in GSM-7', (text, characters, parts) => {
  expect(measureSms(text)).toEqual({ isGsm7: true, characters, parts });
});

test.each([
  ['ŋ', 1, 1],
  ['ŋ'.repeat(70), 70, 1],
  ['ŋ'.repeat(71), 71, 2],
  ['😀'.repeat(36), 72, 2],
])('the length of an SMS: %# with a character outside that alphabet', (text, characters, parts) => {
  expect(measureSms(text)).toEqual({ isGsm7: false, characters, parts });
});

test('the length of an SMS: typed text is reduced to the alphabet, and cut to the available length', () => {
  for (const [typed, sent] of [
    ['Ng’ang’a “Mwangî” – 😀…', 'Ng\'ang\'a "Mwangi" - ?...'],
    ['Wanjirũ Wanjiru\u0303 Cafe\u0301 Café', 'Wanjiru Wanjiru Café Café'],
    ['Ngʼombe ng`ombe ng‘ombe', "Ng'ombe ng'ombe ng'ombe"],
    ['❤️ 👍🏾 👩‍🌾 🇰🇪 1️⃣', '? ? ? ? 1'],
    ['\u202aNya\u200bnya\u202c ½ ①', 'Nyanya ? 1'],
  ] as const)
    expect(toGsm7(typed)).toBe(sent);
  expect(wordsToGsm7('Half are rotten. ', 40)).toBe('Half are rotten');
  expect(measureSms(toGsm7('ŋŵ\u0000😀\n\tx')).isGsm7).toBe(true);
  expect(cutToGsm7('Mwangi wa Kamau', 10)).toBe('Mwangi w..');
  expect(cutToGsm7('Mwangi', 10)).toBe('Mwangi');
});

const all = Object.entries(smsTexts).flatMap(([name, entry]) =>
  languages.map((language) => ({ name, language, entry })),
);

test.each(all)('$name in $language is one GSM-7 SMS', ({ entry, language }) => {
  // The cast: each text has its own type of values.
  const text = (entry.text as (values: unknown, options: object) => string)(entry.longest, {
    locale: language,
  });
  expect(measureSms(text)).toMatchObject({ isGsm7: true, parts: 1 });
});
