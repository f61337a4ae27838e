import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import ts from 'typescript';
import { languages } from '#platform/rules/language.ts';
import { measureSms } from '#platform/rules/text/sms.ts';
import { projectRoot } from '#platform/server/project-root.ts';
import { smsTexts } from './sms-texts.ts';

type DocumentPart = { document: string; name: string; text: string };

/** A test checks that they are up to date. */
export const makeDocumentParts = (): DocumentPart[] => [
  { document: 'docs/architecture.md', name: 'features', text: houseDiagram(readFeatures()) },
  { document: 'docs/sms.md', name: 'texts', text: smsTable() },
  { document: 'docs/decisions/README.md', name: 'index', text: decisionIndex() },
];

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');

function readFeatures(): string[] {
  const path = 'tests/architecture.test.ts';
  const tree = ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true);
  const list = tree.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => [...declarationList.declarations])
    .find(({ name }) => ts.isIdentifier(name) && name.text === 'FEATURES')?.initializer;
  if (!list || !ts.isArrayLiteralExpression(list))
    throw new Error(`${path} has no list called FEATURES`);
  return list.elements.filter(ts.isStringLiteral).map(({ text }) => text);
}

function houseDiagram(features: string[]): string {
  return [
    '```mermaid',
    'flowchart TD',
    '  app["src/app: the server and the web application, which know every feature"] --> features',
    '  subgraph features["src/features, each on those that it may use"]',
    `    ${features.toReversed().join(' --> ')}`,
    '  end',
    '  features --> platform["src/platform: database, HTTP, adapters, web client, user interface"]',
    '```',
  ].join('\n');
}

function smsTable(): string {
  const rows = Object.entries(smsTexts).flatMap(([name, { text, longest }]) =>
    languages.map((language) => {
      const written = text(longest, { locale: language });
      const { characters, parts } = measureSms(written);
      return `| \`${name}\` | ${language} | ${written.replaceAll('\n', '<br>')} | ${characters} | ${parts} |`;
    }),
  );
  return [
    '| text | | with its longest values | characters | parts |',
    '| --- | --- | --- | --: | --: |',
    ...rows,
  ].join('\n');
}

function decisionIndex(): string {
  const folder = 'docs/decisions';
  const files = readdirSync(join(projectRoot, folder)).filter((name) => /^\d{4}-/.test(name));
  const numbers = files.map((name) => name.slice(0, 4));
  const twice = numbers.find((number, at) => numbers.indexOf(number) !== at);
  if (twice) throw new Error(`Two decisions in ${folder} have the number ${twice}`);
  const rows = files.sort().map((name) => {
    const text = read(`${folder}/${name}`);
    const [, number, title] = /^# (\d+)\. (.+)$/m.exec(text) ?? [];
    if (!number || !title || Number(name.slice(0, 4)) !== Number(number)) {
      throw new Error(
        `${folder}/${name} must begin with its number and title: # ${Number(name.slice(0, 4))}. Title`,
      );
    }
    const [status = ''] = /^(?:Superseded|Refined) by \[.+$/m.exec(text) ?? [];
    return `| ${number} | [${title}](${name}) | ${status.replace(/\.$/, '')} |`;
  });
  return ['| | decision | status |', '| --: | --- | --- |', ...rows].join('\n');
}

export function putIntoDocument(document: string, { name, text }: { name: string; text: string }) {
  const path = isAbsolute(document) ? document : join(projectRoot, document);
  writeFileSync(path, withPart(readFileSync(path, 'utf8'), { name, text }));
}

export function withPart(document: string, { name, text }: { name: string; text: string }): string {
  const [begin, end] = [`<!-- ${name} -->\n`, `<!-- /${name} -->`];
  const [at, until] = [document.indexOf(begin), document.indexOf(end)];
  if (at < 0 || until < at) throw new Error(`The document has no place for ${name}`);
  return `${document.slice(0, at + begin.length)}${text}\n${document.slice(until)}`;
}
