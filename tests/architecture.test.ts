import { dirname } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { findCycles, type Import, missingTargets, readSources, type SourceFile } from './setup/imports.ts';

const sources = readSources('src');
const tests = readSources('tests');
const under = (folder: string) => sources.filter(({ path }) => path.startsWith(`src/${folder}/`));

/** Every import that a rule forbids, as 'file -> target'. */
function violations(files: SourceFile[], isForbidden: (found: Import, path: string) => boolean): string[] {
  return files.flatMap(({ path, imports }) =>
    imports.filter((found) => isForbidden(found, path)).map(({ target }) => `${path} -> ${target}`),
  );
}

/**
 * The modules, each with those that it may use. Notifications and the adapters know no module and serve all of them; docs/architecture.md
 * shows this list as a picture.
 */
const USES: Record<string, string[]> = {
  accounts: [],
  photos: [],
  notifications: [],
  farms: ['accounts', 'photos'],
  products: ['accounts', 'photos', 'farms'],
  trade: ['accounts', 'photos', 'farms', 'products'],
  messages: ['accounts', 'photos', 'products', 'trade'],
  prices: ['products', 'trade'],
  commands: ['accounts', 'products', 'trade', 'prices'],
  operator: ['accounts', 'photos', 'farms', 'products', 'trade', 'messages', 'prices'],
  privacy: ['accounts', 'photos', 'farms', 'products', 'trade', 'messages', 'prices'],
};
const moduleOf = (path: string) => /^src\/server\/modules\/(\w+)\//.exec(path)?.[1];
/** A module's public face is the files at its top; its folders are its own. */
const isInternal = (path: string) => /^src\/server\/modules\/\w+\/[\w-]+\//.test(path);
const isDrizzle = ({ target }: Import) => target === 'drizzle-orm';
const isQueries = ({ target }: Import) => /\/[\w-]*queries\.ts$/.test(target);

/** The features of the web, each with those that it may use; shared ones come first. web/app puts features together. */
const FEATURES: Record<string, string[]> = {
  camera: [],
  location: [],
  codes: [],
  phone: ['codes'],
  catalogue: [],
  dashboard: [],
  cart: ['catalogue'],
  offers: ['cart', 'catalogue'],
  prices: ['catalogue', 'offers'],
  orders: ['camera', 'dashboard', 'location'],
  products: ['camera', 'catalogue', 'dashboard', 'location', 'prices'],
  inventory: ['catalogue', 'dashboard', 'products'],
  farm: ['camera', 'catalogue', 'codes', 'dashboard', 'location', 'phone'],
  payments: ['dashboard', 'orders'],
  account: ['codes', 'farm', 'location'],
  market: ['cart', 'catalogue', 'location', 'offers'],
  'farm-page': ['cart', 'catalogue', 'offers'],
  product: ['cart', 'catalogue', 'location', 'offers', 'prices'],
  checkout: ['cart', 'location', 'orders'],
  landing: ['cart'],
  legal: [],
  settings: [],
  notifications: ['phone', 'prices'],
  messages: ['camera', 'cart', 'catalogue', 'orders', 'prices'],
};
const featureOf = (path: string) => /^src\/web\/features\/([\w-]+)\//.exec(path)?.[1];
/** web/app, except the parts that features may use. */
const isComposition = (path: string) => /^src\/web\/app\/(?!(client|queue|session|shell)\/)/.test(path);

/** A larger folder is several things, which deserve folders of their own. */
const FILES_IN_FOLDER_MAX = 24;

/** A file of a few lines that has one user belongs to that user; of the others there are not many. */
const SMALL_FILE_LINES = 26;
const SMALL_FILES_SHARE_MAX = 1 / 6;

describe('who may import whom', () => {
  test('every import of ours leads to a file', () => {
    expect(missingTargets([...sources, ...tests])).toEqual([]);
    expect(sources.flatMap(({ imports }) => imports).length).toBeGreaterThan(500);
  });

  test('shared imports only itself and zod', () => {
    expect(violations(under('shared'), ({ target }) => !target.startsWith('src/shared/') && target !== 'zod')).toEqual([]);
  });

  test('the server never imports the web, and the web only the type of the router', () => {
    expect(violations(under('server'), ({ target }) => target.startsWith('src/web/'))).toEqual([]);
    const isAllowed = ({ names, isTypeOnly }: Import) => isTypeOnly && names.join() === 'AppRouter';
    expect(violations(under('web'), (found) => found.target.startsWith('src/server/') && !isAllowed(found))).toEqual([]);
  });

  test('routers and REST handlers import neither drizzle nor queries', () => {
    expect(
      violations([...under('server/trpc'), ...under('server/http')], (found) => isDrizzle(found) || isQueries(found)),
    ).toEqual([]);
  });

  test("only db/ and queries import drizzle's operators", () => {
    const others = under('server').filter(({ path }) => !path.startsWith('src/server/db/') && !/\/[\w-]*queries\.ts$/.test(path));
    expect(violations(others, (found) => isDrizzle(found) && !found.isTypeOnly)).toEqual([]);
  });

  test('a module uses only those that it may, and of them only the public face', () => {
    const isAllowed = (target: string, path: string) => {
      const [used, user = ''] = [moduleOf(target), moduleOf(path)];
      if (!used || used === user) return true;
      return !isInternal(target) && (used === 'notifications' || Boolean(USES[user]?.includes(used)));
    };
    expect(violations(under('server/modules'), ({ target }, path) => !isAllowed(target, path))).toEqual([]);
    expect(violations(under('server'), ({ target }, path) => !moduleOf(path) && isInternal(target))).toEqual([]);
  });

  test('the database layer and the adapters know no module', () => {
    expect(violations([...under('server/db'), ...under('server/adapters')], ({ target }) => Boolean(moduleOf(target)))).toEqual(
      [],
    );
  });

  test('every folder of the server is a known one', () => {
    const foldersIn = (folder: string) =>
      under(folder).flatMap(({ path }) => new RegExp(`^src/${folder}/([\\w-]+)/`).exec(path)?.[1] ?? []);
    expect([...new Set(foldersIn('server'))].sort()).toEqual(['adapters', 'db', 'demo', 'http', 'modules', 'pools', 'trpc']);
    expect([...new Set(foldersIn('server/modules'))].sort()).toEqual(Object.keys(USES).sort());
  });

  test('a feature uses only the features that it may, and of the application only the client, the queue, the session and the page shell', () => {
    const isAllowed = (target: string, path: string) => {
      const used = featureOf(target);
      return used ? used === featureOf(path) || FEATURES[featureOf(path) ?? '']?.includes(used) : !isComposition(target);
    };
    expect(violations(under('web/features'), ({ target }, path) => !isAllowed(target, path))).toEqual([]);
    const features = under('web/features').map(({ path }) => featureOf(path));
    expect([...new Set(features)].sort()).toEqual(Object.keys(FEATURES).sort());
  });

  test('the parts of the user interface know neither a feature nor the application, and those of the application no feature', () => {
    expect(violations(under('web/ui'), ({ target }) => /^src\/web\/(app|features)\//.test(target))).toEqual([]);
    const parts = under('web/app').filter(({ path }) => !isComposition(path));
    expect(violations(parts, ({ target }) => Boolean(featureOf(target)) || isComposition(target))).toEqual([]);
  });

  test('the folders of the web are app, features and ui', () => {
    const folders = under('web').map(({ path }) => path.split('/')[2]);
    expect([...new Set(folders)].sort()).toEqual(['app', 'features', 'ui']);
  });

  test('only the location picker imports the map, and only the camera and the recorder ask for one', () => {
    expect(violations(sources, ({ target }, path) => target === 'ol' && !path.startsWith('src/web/features/location/'))).toEqual(
      [],
    );
    const callers = sources.filter(
      ({ text, path }) =>
        text.includes('getUserMedia') && !/^src\/web\/features\/(camera\/|messages\/media\/record-voice\.)/.test(path),
    );
    expect(callers.map(({ path }) => path)).toEqual([]);
  });

  test('there are no import cycles', () => {
    expect(findCycles(sources)).toEqual([]);
  });

  test('no folder of the server or the web has more than 24 files', () => {
    const counts = new Map<string, number>();
    for (const { path } of [...under('server'), ...under('web')]) {
      const folder = dirname(path);
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    expect([...counts].filter(([, files]) => files > FILES_IN_FOLDER_MAX)).toEqual([]);
  });

  test('at most one file in six has under 26 lines', () => {
    const small = sources.filter(({ text }) => text.trimEnd().split('\n').length < SMALL_FILE_LINES);
    expect(small.length).toBeLessThanOrEqual(sources.length * SMALL_FILES_SHARE_MAX);
  });
});

describe('every file', () => {
  test('is no barrel', () => {
    const isBarrel = ({ tree }: SourceFile) =>
      tree.statements.length > 0 &&
      tree.statements.every((statement) => ts.isExportDeclaration(statement) && statement.moduleSpecifier);
    expect(sources.filter(isBarrel).map(({ path }) => path)).toEqual([]);
  });

  test('has no default export, except where a tool demands one', () => {
    const demanded = [
      'src/server/dev.ts',
      'tests/vitest.config.ts',
      'tests/setup/postgres-template.ts',
      'tests/e2e/global-setup.ts',
      'tests/hostile/results-reporter.ts',
    ];
    const isDefault = (statement: ts.Statement) =>
      ts.isExportAssignment(statement) ||
      (ts.canHaveModifiers(statement) && ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword));
    const exporting = [...sources, ...tests].filter(
      ({ tree, path }) => tree.statements.some(isDefault) && !/\.config\.ts$/.test(path),
    );
    expect(exporting.map(({ path }) => path).filter((path) => !demanded.includes(path))).toEqual([]);
  });

  test('of more than 300 lines says why in its first lines', () => {
    const isExplained = (text: string) =>
      /\b(300 lines|long because|one file because)\b/i.test(text.split('\n').slice(0, 8).join('\n'));
    const long = [...sources, ...tests].filter(({ text }) => text.split('\n').length > 301 && !isExplained(text));
    expect(long.map(({ path, text }) => `${path}: ${text.split('\n').length}`)).toEqual([]);
  });

  test('has no test that is skipped, run alone, or still to be written', () => {
    const marks = /\b(?:test|it|describe)\.(?:skip|only|todo|fails)\b/;
    const marked = tests.filter(({ text, path }) => marks.test(text) && path !== 'tests/architecture.test.ts');
    expect(marked.map(({ path }) => path)).toEqual([]);
  });

  test('does without the any type', () => {
    const usesAny = ({ tree }: SourceFile) => {
      let found = false;
      const visit = (node: ts.Node) => {
        if (node.kind === ts.SyntaxKind.AnyKeyword) found = true;
        ts.forEachChild(node, visit);
      };
      visit(tree);
      return found;
    };
    expect([...sources, ...tests].filter(usesAny).map(({ path }) => path)).toEqual([]);
  });
});
