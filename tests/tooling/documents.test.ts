import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { settingNames } from '#server/config.ts';
import { projectRoot } from '#server/project-root.ts';
import { guarantees } from '#tests/hostile/guarantees/guarantees.ts';
import { makeDocumentParts, withPart } from '#tooling/documents.ts';

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');
const listed = (folder: string) =>
  readdirSync(join(projectRoot, folder), { recursive: true, withFileTypes: true }).map((entry) =>
    posix.join(
      folder,
      posix.relative(posix.join(projectRoot, folder), posix.join(entry.parentPath, entry.name)),
    ),
  );

const paths = [
  ...readdirSync(projectRoot),
  ...['.ci', 'deploy', 'docs', 'drizzle', 'src', 'tests'].flatMap((folder) => listed(folder)),
];
const documents = paths.filter((path) => /^(?:docs\/.*|[^/]*)\.md$/.test(path));

/** A path may start at the project's root, or at any folder below it (`server/place-order.ts`). */
const exists = (named: string) =>
  paths.some((path) => path === named || path.endsWith(`/${named}`));

/** A heading's anchor, as GitHub generates it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

test('the documents: every file and folder that they name exists', () => {
  const files =
    /(?<![\w./<*{…-])[\w.-]*\w(?:\/[\w.-]+)*\.(?:tsx?|mjs|sql|json|css|toml|yaml|md|webp)\b(?![\w*/])/g;
  const folders = /`((?:src|tests|docs|deploy|drizzle)(?:\/[\w.-]+)*)\/?`/g;
  const missing = documents.flatMap((document) => {
    const text = read(document).replaceAll(/https?:\/\/\S+/g, '');
    const named = [
      ...(text.match(files) ?? []),
      ...[...text.matchAll(folders)].map(([, folder = '']) => folder),
    ];
    return named
      .filter((path) => !exists(path.replace(/^(?:\.\.?\/)+/, '')))
      .map((path) => `${document}: ${path}`);
  });
  expect(missing).toEqual([]);
});

test('the documents: every file that a comment of the source names exists', () => {
  const sources = paths.filter((path) => /^src\/(?!.*\/compiled\/).*\.tsx?$/.test(path));
  const missing = sources.flatMap((source) => {
    const comments = read(source).match(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g) ?? [];
    const named = comments.join('\n').match(/[\w./-]*[\w-]\.(?:tsx?|sql|md)\b/g) ?? [];
    const plain = named.map((path) => path.replace(/^(?:\.\.?\/)+/, ''));
    return plain.filter((path) => !exists(path)).map((path) => `${source}: ${path}`);
  });
  expect(missing).toEqual([]);
});

test('the documents: every link leads to an existing file and heading', () => {
  const broken = documents.flatMap((document) =>
    [...read(document).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
      .filter(([, file = '', anchor]) => {
        const target = file ? posix.join(dirname(document), file) : document;
        if (!paths.includes(target.replace(/\/$/, ''))) return true;
        const headings = anchor
          ? (read(target).match(/^#+ .+$/gm) ?? []).map((line) =>
              anchorOf(line.replace(/^#+ /, '')),
            )
          : [];
        return anchor !== undefined && !headings.includes(anchor);
      })
      .map(([link]) => `${document}: ${link}`),
  );
  expect(broken).toEqual([]);
});

test('the documents: every npm script that they name exists', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const named = documents.flatMap((document) =>
    [...read(document).matchAll(/npm run (?:-s )?([a-z:-]+)/g)].map(([, name]) => name),
  );
  expect(named.filter((name) => !(name && name in scripts))).toEqual([]);
  expect(named.length).toBeGreaterThan(10);
});

test('the documents: the table of settings names exactly those that the server reads', () => {
  const rows = read('docs/operations/settings.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name),
  );
  expect(named.toSorted()).toEqual(settingNames.toSorted());
  const inExample = [...read('.env.example').matchAll(/^#(\w+)=/gm)].map(([, name]) => name ?? '');
  expect(inExample.filter((name) => !settingNames.includes(name))).toEqual([]);
  expect(inExample.length).toBeGreaterThan(10);
});

test('the documents: the table of guarantees has the current promises', () => {
  const promises = new Map(guarantees.map(({ id, promise }) => [id, promise]));
  const rows = [...read('docs/guarantees.md').matchAll(/^\| ([A-G]\d+) (.*?) \|/gm)];
  expect(
    rows.filter(([, id = '', promise]) => promises.get(id) !== promise).map(([row]) => row),
  ).toEqual([]);
  expect(rows.length).toBeGreaterThan(70);
});

test.each(makeDocumentParts())(
  'the documents: $document has the current $name (npm run docs)',
  ({ document, name, text }) => {
    expect(withPart(read(document), { name, text })).toBe(read(document));
  },
);
