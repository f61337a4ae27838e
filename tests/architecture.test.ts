import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { findCycles, type Import, missingTargets, readSources, type SourceFile } from './setup/imports.ts';

const sources = readSources('src');
const tests = readSources('tests');
const under = (folder: string) => sources.filter(({ path }) => path.startsWith(`src/${folder}/`));

/** Every import that some rule forbids, as 'file -> target'. */
function violations(files: SourceFile[], isForbidden: (found: Import, path: string) => boolean): string[] {
  return files.flatMap(({ path, imports }) =>
    imports.filter((found) => isForbidden(found, path)).map(({ target }) => `${path} -> ${target}`),
  );
}

/** The workshops from left to right; those in one place don't know each other. */
const row = [
  ['mail', 'outbox', 'places', 'photos'],
  ['otp'],
  ['sessions'],
  ['accounts'],
  ['farms'],
  ['products'],
  ['cart'],
  ['orders'],
  ['payments'],
  ['reviews'],
  ['privacy'],
];
const placeOf = (path: string) => row.findIndex((place) => place.some((name) => path.startsWith(`src/server/${name}/`)));
const workshopOf = (path: string) => /^src\/server\/(\w+)\//.exec(path)?.[1];
const isDrizzle = ({ target }: Import) => target === 'drizzle-orm';
const isQueries = ({ target }: Import) => /\/[\w-]*queries\.ts$/.test(target);

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

  test('procedures and REST paths import neither drizzle nor queries', () => {
    expect(
      violations([...under('server/procedures'), ...under('server/rest')], (found) => isDrizzle(found) || isQueries(found)),
    ).toEqual([]);
  });

  test("only db/ and queries import drizzle's operators", () => {
    const others = under('server').filter(({ path }) => !path.startsWith('src/server/db/') && !/\/[\w-]*queries\.ts$/.test(path));
    expect(violations(others, (found) => isDrizzle(found) && !found.isTypeOnly)).toEqual([]);
  });

  test('a workshop imports only from workshops to its left', () => {
    const isToTheLeft = (target: string, path: string) =>
      workshopOf(target) === workshopOf(path) || placeOf(target) < placeOf(path);
    const inRow = under('server').filter(({ path }) => placeOf(path) >= 0);
    expect(violations(inRow, ({ target }, path) => placeOf(target) >= 0 && !isToTheLeft(target, path))).toEqual([]);
  });

  test("no workshop imports another's queries", () => {
    expect(
      violations(under('server'), (found, path) => isQueries(found) && workshopOf(found.target) !== workshopOf(path)),
    ).toEqual([]);
  });

  test('every folder of the server is a known one', () => {
    const known = ['db', 'demo', 'procedures', 'rest', 'web', 'operator', ...row.flat()];
    const folders = new Set(under('server').flatMap(({ path }) => workshopOf(path) ?? []));
    expect([...folders].filter((folder) => !known.includes(folder))).toEqual([]);
  });

  test('screens do not import each other; routes compose them', () => {
    const screens = ['landing', 'account', 'otp', 'buyer', 'farmer', 'market', 'checkout', 'legal'];
    const screenOf = (path: string) => screens.find((name) => path.startsWith(`src/web/${name}/`));
    const isOther = (target: string, path: string) => screenOf(target) !== undefined && screenOf(target) !== screenOf(path);
    const inScreens = under('web').filter(({ path }) => screenOf(path));
    expect(violations(inScreens, ({ target, isTypeOnly }, path) => !isTypeOnly && isOther(target, path))).toEqual([]);
  });

  test('only the location picker imports the map, and only the camera asks for one', () => {
    expect(violations(sources, ({ target }, path) => target === 'ol' && !path.startsWith('src/web/location/'))).toEqual([]);
    const callers = sources.filter(({ text, path }) => text.includes('getUserMedia') && !path.startsWith('src/web/camera/'));
    expect(callers.map(({ path }) => path)).toEqual([]);
  });

  test('there are no rings', () => {
    expect(findCycles(sources)).toEqual([]);
  });
});

describe('how a file is', () => {
  test('there are no barrels', () => {
    const isBarrel = ({ tree }: SourceFile) =>
      tree.statements.length > 0 &&
      tree.statements.every((statement) => ts.isExportDeclaration(statement) && statement.moduleSpecifier);
    expect(sources.filter(isBarrel).map(({ path }) => path)).toEqual([]);
  });

  test('nothing is exported as the default, but where a tool demands it', () => {
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

  test('one of more than 300 lines says in its first lines why', () => {
    const isExplained = (text: string) =>
      /\b(300 lines|long because|one file because)\b/i.test(text.split('\n').slice(0, 8).join('\n'));
    const long = [...sources, ...tests].filter(({ text }) => text.split('\n').length > 301 && !isExplained(text));
    expect(long.map(({ path, text }) => `${path}: ${text.split('\n').length}`)).toEqual([]);
  });

  test('no test is skipped, alone, or still to be written', () => {
    const marks = /\b(?:test|it|describe)\.(?:skip|only|todo|fails)\b/;
    const marked = tests.filter(({ text, path }) => marks.test(text) && path !== 'tests/architecture.test.ts');
    expect(marked.map(({ path }) => path)).toEqual([]);
  });

  test('no user of the any type', () => {
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
