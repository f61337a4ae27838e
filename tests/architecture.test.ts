import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { core, nightly, notAtEveryChange, onBothDatabases, throughPooler } from '#tests/sets.ts';
import {
  findCycles,
  type Import,
  missingTargets,
  readSources,
  root,
  type SourceFile,
} from '#tests/setup/imports.ts';

const sources = readSources('src');
const tests = readSources('tests');
const under = (folder: string) => sources.filter(({ path }) => path.startsWith(`src/${folder}/`));

function violations(
  files: SourceFile[],
  isForbidden: (found: Import, path: string) => boolean,
): string[] {
  return files.flatMap(({ path, imports }) =>
    imports.filter((found) => isForbidden(found, path)).map(({ target }) => `${path} -> ${target}`),
  );
}

/**
 * The features, each above those that it may use. docs/architecture.md shows this list as a
 * picture.
 */
const FEATURES = [
  'photos',
  'places',
  'accounts',
  'notifications',
  'webhooks',
  'farms',
  'products',
  'feeds',
  'orders',
  'standing-orders',
  'books',
  'prices',
  'lots',
  'messages',
  'follows',
  'market',
  'phones',
  'operator',
  'privacy',
];
const featureOf = (path: string) => /^src\/features\/([\w-]+)\//.exec(path)?.[1];
const sideOf = (path: string) =>
  /^src\/(?:features\/[\w-]+|platform|app)\/(contract|rules|server|web)(?:\/|\.ts$)/.exec(
    path,
  )?.[1];
/** The procedures and REST handlers of a feature. Only the application imports them. */
const isApi = (path: string) => /^src\/features\/[\w-]+\/server\/api[./]/.test(path);
/**
 * A feature's public face is the files at the top of its server folder; the folders below it are
 * its own.
 */
const isInternal = (path: string) =>
  /^src\/features\/[\w-]+\/server\/[\w-]+\//.test(path) && !isTables(path);
const isTables = (path: string) => /\/server\/(?:[\w-]+\/)?tables(?:\.ts$|\/)/.test(path);
const isDrizzle = ({ target }: Import) => target === 'drizzle-orm';
const isQueries = ({ target }: Import) => /\/[\w-]*queries\.ts$/.test(target);

/** A larger folder is several things, which deserve folders of their own. */
const FILES_IN_FOLDER_MAX = 24;

/**
 * A file of a few lines that has one user belongs to that user; of the others there are not many.
 */
const SMALL_FILE_LINES = 26;
const SMALL_FILES_SHARE_MAX = 1 / 6;

test('every import of ours leads to a file', () => {
  expect(missingTargets([...sources, ...tests])).toEqual([]);
  expect(sources.flatMap(({ imports }) => imports).length).toBeGreaterThan(500);
});

test('the platform imports only the platform, and a feature only the platform and the features below it', () => {
  const isUpward = (target: string, path: string) => {
    if (!target.startsWith('src/')) return false;
    const [used, user] = [featureOf(target), featureOf(path)];
    if (target.startsWith('src/platform/')) return false;
    // Tables have a rule of their own below.
    if (isTables(target)) return false;
    if (!user || !used) return !target.startsWith('src/platform/');
    return used !== user && FEATURES.indexOf(used) > FEATURES.indexOf(user);
  };
  const found = violations([...under('platform'), ...under('features')], ({ target }, path) =>
    isUpward(target, path),
  );
  expect(found).toEqual([]);
  expect([...new Set(under('features').map(({ path }) => featureOf(path)))].sort()).toEqual(
    [...FEATURES].sort(),
  );
});

test('rules import only rules and zod', () => {
  const ofRules = sources.filter(({ path }) => sideOf(path) === 'rules');
  expect(
    violations(ofRules, ({ target }) => sideOf(target) !== 'rules' && target !== 'zod'),
  ).toEqual([]);
  expect(ofRules.length).toBeGreaterThan(50);
});

test('contracts import only contracts, rules and zod', () => {
  const contracts = sources.filter(({ path }) => sideOf(path) === 'contract');
  const isAllowed = ({ target }: Import) =>
    ['contract', 'rules'].includes(sideOf(target) ?? '') || /^zod\b/.test(target);
  expect(violations(contracts, (found) => !isAllowed(found))).toEqual([]);
  expect(contracts.length).toBeGreaterThan(3);
});

test('the server never imports the web, nor the web the server', () => {
  const of = (side: string) => sources.filter(({ path }) => sideOf(path) === side);
  expect(violations(of('server'), ({ target }) => sideOf(target) === 'web')).toEqual([]);
  expect(violations(of('web'), ({ target }) => sideOf(target) === 'server')).toEqual([]);
});

test('procedures, REST handlers and pages import neither drizzle nor queries', () => {
  const adapters = sources.filter(
    ({ path }) => isApi(path) || /^src\/app\/server\/(pages\/|request-context\.)/.test(path),
  );
  expect(adapters.length).toBeGreaterThan(20);
  expect(violations(adapters, (found) => isDrizzle(found) || isQueries(found))).toEqual([]);
});

test("only the database, tables, queries and personal data import drizzle's operators", () => {
  const others = sources.filter(
    ({ path }) =>
      sideOf(path) === 'server' &&
      !/^src\/platform\/server\/(db\/|database\.ts)/.test(path) &&
      !isTables(path) &&
      !/\/[\w-]*(?:queries|personal-data)\.ts$/.test(path),
  );
  expect(violations(others, (found) => isDrizzle(found) && !found.isTypeOnly)).toEqual([]);
});

test("of another feature's server only the public face is used", () => {
  expect(
    violations(
      sources,
      ({ target }, path) =>
        isInternal(target) &&
        featureOf(target) !== featureOf(path) &&
        !(isApi(target) && path.startsWith('src/app/')),
    ),
  ).toEqual([]);
});

test('a table is imported by its own feature alone', () => {
  const found = violations(
    sources,
    ({ target }, path) =>
      isTables(target) &&
      !isTables(path) &&
      featureOf(target) !== undefined &&
      featureOf(target) !== featureOf(path),
  );
  expect(found).toEqual([]);
});

test('the folders of the source are known ones', () => {
  const folders = sources
    .map(({ path }) => path.split('/')[1])
    .filter((name) => !name?.includes('.'));
  expect([...new Set(folders)].sort().join(' ')).toBe('app demo features platform tooling');
  const misplaced = [...under('platform'), ...under('features'), ...under('app')].filter(
    ({ path }) => !sideOf(path),
  );
  expect(misplaced.map(({ path }) => path)).toEqual(['src/app/features.ts']);
});

test('only the location picker imports the map, and only the camera and the recorder ask for one', () => {
  expect(
    violations(
      sources,
      ({ target }, path) => target === 'ol' && !path.startsWith('src/features/places/web/'),
    ),
  ).toEqual([]);
  const callers = sources.filter(
    ({ text, path }) =>
      text.includes('getUserMedia') &&
      !/^src\/features\/(photos\/web\/|messages\/web\/media\/voice-recorder\.)/.test(path),
  );
  expect(callers.map(({ path }) => path)).toEqual([]);
});

/** `sms.ts` runs only on the server. */
const ON_SERVER = 'src/platform/rules/text/sms.ts';

test('no module of a page uses Intl while it is loaded, which blocks a slow phone for 70 to 130 ms', () => {
  const found = sources.filter(
    ({ path, text }) =>
      /\/(rules|web)\//.test(path) &&
      path !== ON_SERVER &&
      /^(export )?const .*(new Intl\.|\.toLocale|localeCompare)/m.test(text),
  );
  expect(found.map(({ path }) => path)).toEqual([]);
});

test('there are no import cycles', () => {
  expect(findCycles(sources)).toEqual([]);
});

test('every file that a stylesheet takes its classes from exists', () => {
  // Tailwind ignores a missing one silently, and the page's inlined styles would lack its
  // classes.
  const folder = join(root, 'src/app/web');
  const missing = readdirSync(folder)
    .filter((name) => name.endsWith('.css'))
    .flatMap((name) => [...readFileSync(join(folder, name), 'utf8').matchAll(/@source "(.+?)"/g)])
    .filter(([, path = '']) => !path.includes('*') && !existsSync(join(folder, path)));
  expect(missing).toEqual([]);
});

test('no folder has more than 24 files', () => {
  const counts = new Map<string, number>();
  for (const { path } of [...sources, ...tests]) {
    const folder = dirname(path);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  expect([...counts].filter(([, files]) => files > FILES_IN_FOLDER_MAX)).toEqual([]);
});

test('at most one file in six has under 26 lines', () => {
  const small = sources.filter(({ text }) => text.trimEnd().split('\n').length < SMALL_FILE_LINES);
  expect(small.length).toBeLessThanOrEqual(sources.length * SMALL_FILES_SHARE_MAX);
});

test('every pattern of a set of tests matches a file', () => {
  const unmatched = [core, notAtEveryChange, onBothDatabases, throughPooler, nightly]
    .flat()
    .filter((pattern) => {
      const expression = pattern.replaceAll('.', String.raw`\.`).replaceAll('*', '[^/]*');
      return !tests.some(({ path }) => new RegExp(`^${expression}$`).test(path));
    });
  expect(unmatched).toEqual([]);
});

test('every file has more than re-exports', () => {
  const isBarrel = ({ text }: SourceFile) =>
    text
      .replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
      .trim()
      .split(/;\s*/)
      .filter(Boolean)
      .every((statement) => /^export\b[^=]* from '/.test(statement));
  expect(sources.filter(isBarrel).map(({ path }) => path)).toEqual([]);
});

test('every file of the tests imports other folders by alias', () => {
  const relative = tests.filter(({ text }) => /from '\.\.\//.test(text));
  expect(relative.map(({ path }) => path)).toEqual([]);
});

test('every file of more than 300 lines says why in its first lines', () => {
  const isExplained = (text: string) =>
    /\b(300 lines|long because|one file because)\b/i.test(text.split('\n').slice(0, 8).join('\n'));
  const long = [...sources, ...tests].filter(
    ({ text }) => text.split('\n').length > 301 && !isExplained(text),
  );
  expect(long.map(({ path, text }) => `${path}: ${text.split('\n').length}`)).toEqual([]);
});

test('every file has no test that is skipped, run alone, or still to be written', () => {
  const marks = /\b(?:test|it|describe)\.(?:skip|only|todo|fails)\b/;
  const marked = tests.filter(
    ({ text, path }) => marks.test(text) && path !== 'tests/architecture.test.ts',
  );
  expect(marked.map(({ path }) => path)).toEqual([]);
});
