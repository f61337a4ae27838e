import { fold, foldedLetters, foldedWords, visible, withPlainMarks } from '#rules/text/fold.ts';
import { foldedTexts } from '#tests/setup/folded-texts.ts';

describe('text for comparing', () => {
  test.each(foldedTexts)('%j has the words %j', (typed, folded) => {
    expect(fold(typed)).toBe(folded);
    expect(fold(folded)).toBe(folded);
    expect(foldedWords(typed).join(' ')).toBe(folded);
    expect(foldedLetters(typed)).toBe(folded.replaceAll(' ', ''));
  });

  test.each([...'\u3164\u1160\u115f\uffa0\u200b\u2060\u2800\ufeff\u00a0\u00ad\u200e'])(
    '%j alone is nothing that a person sees',
    (character) => {
      expect(visible(`${character} ${character}`)).toBe('');
      expect(visible(`a${character}`)).toBe(`a${character}`);
    },
  );

  test('plain marks keep capitals, accents and punctuation', () => {
    expect(withPlainMarks('\u202aNg’ang`a\u2011Mũ!\u00a0 −5\u202c')).toBe("Ng'ang'a-Mũ! -5");
  });
});
