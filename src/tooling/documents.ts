import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import ts from 'typescript';
import { projectRoot } from '../server/project-root.ts';
import { languages } from '../shared/language.ts';
import { measureSms } from '../shared/sms/gsm7.ts';
import { smsTexts } from '../shared/sms/sms-texts.ts';

/** A part of a document that is made from the sources, between <!-- name --> and <!-- /name -->. */
export type DocumentPart = { document: string; name: string; text: string };

/** Every part that `npm run docs` writes; a test checks that they are up to date. */
export const makeDocumentParts = (): DocumentPart[] => [
  { document: 'docs/architecture.md', name: 'modules', text: moduleDiagram(readModuleList()) },
  { document: 'docs/sms.md', name: 'texts', text: smsTable() },
  { document: 'docs/decisions/README.md', name: 'index', text: decisionIndex() },
];

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');

/** Each module with those that it may use, as the constant USES of the architecture test says. */
function readModuleList(): Record<string, string[]> {
  const path = 'tests/architecture.test.ts';
  const tree = ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true);
  const list = tree.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => [...declarationList.declarations])
    .find(({ name }) => ts.isIdentifier(name) && name.text === 'USES')?.initializer;
  if (!list || !ts.isObjectLiteralExpression(list)) throw new Error(`${path} has no list of modules called USES`);
  return Object.fromEntries(
    list.properties.filter(ts.isPropertyAssignment).map(({ name, initializer }) => {
      const used = ts.isArrayLiteralExpression(initializer) ? initializer.elements.filter(ts.isStringLiteral) : [];
      return [name.getText(), used.map(({ text }) => text)];
    }),
  );
}

/** The modules as a Mermaid picture. An arrow is left out where several arrows already lead to the same module. */
function moduleDiagram(uses: Record<string, string[]>): string {
  const reaches = (from: string, to: string): boolean => (uses[from] ?? []).some((used) => used === to || reaches(used, to));
  const arrows = Object.entries(uses).flatMap(([user, used]) =>
    used
      .filter((module) => !used.some((other) => other !== module && reaches(other, module)))
      .map((module) => `    ${user} --> ${module}`),
  );
  const alone = Object.keys(uses).filter((name) => name !== 'notifications' && !arrows.some((arrow) => arrow.includes(name)));
  return [
    '```mermaid',
    'flowchart TD',
    '  web["src/web: React application"] -->|tRPC| trpc["server/trpc: procedures"]',
    '  clients["other clients, M-Pesa"] -->|REST| http["server/http: REST, uploads, pages"]',
    '  trpc --> modules',
    '  http --> modules',
    '  http --> trpc',
    '  subgraph modules["server/modules"]',
    ...arrows,
    ...alone.map((name) => `    ${name}`),
    '  end',
    '  modules --> notifications["modules/notifications: outbox, letters"]',
    '  modules --> db["server/db: the database"]',
    '  modules --> adapters["server/adapters: mail, M-Pesa, photos, geocoder"]',
    '```',
  ].join('\n');
}

/** Every text that goes out by SMS and USSD, with its longest values, and how long it is. */
function smsTable(): string {
  const rows = Object.entries(smsTexts).flatMap(([name, { text, longest }]) =>
    languages.map((language) => {
      // The cast: each text comes with values of its own type.
      const written = (text as (values: unknown, options: object) => string)(longest, { locale: language });
      const { characters, parts } = measureSms(written);
      return `| \`${name}\` | ${language} | ${written.replaceAll('\n', '<br>')} | ${characters} | ${parts} |`;
    }),
  );
  return ['| text | | with its longest values | characters | parts |', '| --- | --- | --- | --: | --: |', ...rows].join('\n');
}

/** One line for each decision: its number, its title, and what became of it. */
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
      throw new Error(`${folder}/${name} must begin with its number and title: # ${Number(name.slice(0, 4))}. Title`);
    }
    const [status = ''] = /^(?:Superseded|Refined) by \[.+$/m.exec(text) ?? [];
    return `| ${number} | [${title}](${name}) | ${status.replace(/\.$/, '')} |`;
  });
  return ['| | decision | status |', '| --: | --- | --- |', ...rows].join('\n');
}

/**
 * Puts a text between <!-- name --> and <!-- /name --> of a document, in place of what stood there.
 * @param document its path from the project's root
 * @throws Error when the document has no such place
 */
export function putIntoDocument(document: string, { name, text }: { name: string; text: string }) {
  const path = isAbsolute(document) ? document : join(projectRoot, document);
  writeFileSync(path, withPart(readFileSync(path, 'utf8'), { name, text }));
}

/**
 * The same on the document's text.
 * @throws Error when the text has no such place
 */
export function withPart(document: string, { name, text }: { name: string; text: string }): string {
  const [begin, end] = [`<!-- ${name} -->\n`, `<!-- /${name} -->`];
  const [at, until] = [document.indexOf(begin), document.indexOf(end)];
  if (at < 0 || until < at) throw new Error(`The document has no place for ${name}`);
  return `${document.slice(0, at + begin.length)}${text}\n${document.slice(until)}`;
}
