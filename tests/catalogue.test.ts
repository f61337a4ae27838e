import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { errors } from '#rules/errors.ts';
import { languages } from '#rules/language.ts';
import { fieldTexts } from '#rules/text/field-texts.ts';
import { readSources, root } from '#tests/setup/imports.ts';

const texts = Object.fromEntries(
  languages.map((language) => {
    const { $schema: _, ...entries } = JSON.parse(
      readFileSync(join(root, `src/platform/rules/text/${language}.json`), 'utf8'),
    );
    return [language, entries as Record<string, unknown>];
  }),
);
const { en = {}, sw = {} } = texts;

const placeholders = (text: unknown) =>
  [...new Set(JSON.stringify(text).match(/\{\w+\}/g) ?? [])].sort();

test('the texts: all exist in both languages', () => {
  expect(Object.keys(sw).sort()).toEqual(Object.keys(en).sort());
  expect(Object.keys(en).length).toBeGreaterThan(50);
});

test('the texts are all used', () => {
  const words = new Set(readSources('src').flatMap(({ text }) => text.match(/\w+/g) ?? []));
  expect(Object.keys(en).filter((key) => !words.has(key))).toEqual([]);
});

test('the texts are never empty, and never still English in Swahili', () => {
  for (const entries of [en, sw]) {
    const empty = Object.entries(entries).filter(
      ([, text]) => text === '' || /\b(TODO|FIXME|XXX)\b/.test(JSON.stringify(text)),
    );
    expect(empty.map(([key]) => key)).toEqual([]);
  }
  // Names, numbers and loan words may be equal; a sentence may not.
  const same = Object.keys(en).filter(
    (key) =>
      typeof en[key] === 'string' && en[key] === sw[key] && String(en[key]).split(/\s+/).length > 4,
  );
  expect(same).toEqual([]);
});

test('the texts take the same values in both languages', () => {
  const differing = Object.keys(en).filter(
    (key) => placeholders(en[key]).join() !== placeholders(sw[key]).join(),
  );
  expect(differing).toEqual([]);
});

test('the texts include a message for every error, in both languages', () => {
  // That of DESK_REFUSED is a text of the catalogue itself.
  for (const [code, { text }] of Object.entries(errors).filter(([one]) => one !== 'DESK_REFUSED')) {
    for (const locale of languages) {
      // Every text has words around its values.
      const values = new Proxy({}, { get: () => '7' });
      const sentence = (text as (inputs: object, options: { locale: string }) => string)(values, {
        locale,
      });
      expect(sentence.length, `${code} ${locale}`).toBeGreaterThan(5);
    }
  }
});

test('the texts include every field message', () => {
  expect(Object.keys(fieldTexts).length).toBeGreaterThan(20);
  for (const text of Object.values(fieldTexts))
    for (const locale of languages) expect(text({}, { locale }).length).toBeGreaterThan(5);
});

const spoken = ['aria-label', 'aria-description', 'title', 'placeholder', 'alt', 'label'];
const allowed =
  /^(SokoShamba|KSh|KES|M-Pesa|GPS|OpenStreetMap|©|English|Kiswahili|km|kg|m|EN|SW|OTP|[\W\d_]*)$/u;

test('the screens contain no text outside the catalogue', () => {
  const literals: string[] = [];
  for (const { path, text } of readSources('src').filter((file) => file.path.endsWith('.tsx'))) {
    const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    const note = (words: string, node: ts.Node) => {
      for (const piece of words.split(/\s*[·|,:]\s*/).map((part) => part.trim())) {
        if (/\p{L}{2}/u.test(piece) && !allowed.test(piece))
          literals.push(
            `${path}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${words.trim()}`,
          );
      }
    };
    const visit = (node: ts.Node) => {
      if (ts.isJsxText(node)) note(node.text, node);
      if (
        ts.isJsxExpression(node) &&
        node.expression &&
        ts.isStringLiteralLike(node.expression) &&
        ts.isJsxElement(node.parent)
      )
        note(node.expression.text, node);
      if (ts.isJsxAttribute(node) && spoken.includes(node.name.getText())) {
        const { initializer } = node;
        if (initializer && ts.isStringLiteral(initializer)) note(initializer.text, node);
        if (
          initializer &&
          ts.isJsxExpression(initializer) &&
          initializer.expression &&
          ts.isStringLiteralLike(initializer.expression)
        )
          note(initializer.expression.text, node);
      }
      ts.forEachChild(node, visit);
    };
    visit(tree);
  }
  expect(literals).toEqual([]);
});
