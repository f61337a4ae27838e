import { describe, expect, test } from 'vitest';
import { fold, foldedLetters, foldedWords, withPlainMarks } from '#platform/rules/text/fold.ts';
import { foldedTexts } from '#tests/setup/folded-texts.ts';

describe('text for comparing', () => {
  test.each(foldedTexts)('%j has the words %j', (typed, folded) => {
    expect(fold(typed)).toBe(folded);
    expect(fold(folded)).toBe(folded);
    expect(foldedWords(typed).join(' ')).toBe(folded);
    expect(foldedLetters(typed)).toBe(folded.replaceAll(' ', ''));
  });

  test('plain marks keep capitals, accents and punctuation', () => {
    expect(withPlainMarks('\u202aNg’ang`a\u2011Mũ!\u00a0 −5\u202c')).toBe("Ng'ang'a-Mũ! -5");
  });
});
