import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export type Import = {
  /** A file of ours from the project's root ('src/app/server/app.ts'), or a package by its name. */
  target: string;
  isTypeOnly: boolean;
  /** The imported names, including 'default' and '*'. */
  names: string[];
};
export type SourceFile = { path: string; text: string; imports: Import[] };

const aliases: Record<string, string> = {
  '#app/': 'src/app/',
  '#features/': 'src/features/',
  '#platform/': 'src/platform/',
  '#demo/': 'src/demo/',
  '#tooling/': 'src/tooling/',
  '#tests/': 'tests/',
};

/** Every TypeScript file in some folders, with its imports. */
export function readSources(...folders: string[]): SourceFile[] {
  return folders.flatMap((folder) => listFiles(folder)).map(readSource);
}

function listFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !path.includes('/compiled/'));
}

function readSource(path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8');
  const { staticImports, staticExports, dynamicImports } = parseSync(path, text).module;
  const imported = staticImports.map(({ moduleRequest, entries }) => ({
    target: resolve(moduleRequest.value, path),
    isTypeOnly: entries.length > 0 && entries.every(({ isType }) => isType),
    names: entries.map(({ importName: { kind, name } }) => {
      if (kind === 'Name') return name ?? '';
      return kind === 'Default' ? 'default' : '*';
    }),
  }));
  const reexported = staticExports
    .flatMap(({ entries }) => entries)
    .flatMap(({ moduleRequest, isType }) =>
      moduleRequest
        ? [{ target: resolve(moduleRequest.value, path), isTypeOnly: isType, names: ['*'] }]
        : [],
    );
  const loaded = dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
    const [, specifier] = /^['"`](.+)['"`]$/.exec(text.slice(start, end)) ?? [];
    return specifier ? [{ target: resolve(specifier, path), isTypeOnly: false, names: ['*'] }] : [];
  });
  return { path, text, imports: [...imported, ...reexported, ...loaded] };
}

function resolve(specifier: string, from: string): string {
  if (specifier.startsWith('.')) return join(dirname(from), specifier).split(sep).join('/');
  const alias = Object.keys(aliases).find((prefix) => specifier.startsWith(prefix));
  if (alias) return specifier.replace(alias, aliases[alias] ?? '');
  const [scope, name] = specifier.split('/');
  return specifier.startsWith('@') ? `${scope}/${name}` : (scope ?? specifier);
}

/**
 * Imports of our own files that do not exist: a parser that resolved them wrongly would find no
 * violation.
 */
export const missingTargets = (sources: SourceFile[]) =>
  sources.flatMap(({ path, imports }) =>
    imports
      .filter(
        ({ target }) =>
          target.startsWith('src/') &&
          !existsSync(join(root, target)) &&
          !target.includes('/compiled/'),
      )
      .map(({ target }) => `${path} -> ${target}`),
  );

/**
 * Files that import each other in a cycle, type imports included: each cycle once, starting at its
 * alphabetically first file.
 */
export function findCycles(sources: SourceFile[]): string[] {
  const targets = new Map(
    sources.map(({ path, imports }) => [path, imports.map(({ target }) => target)]),
  );
  const cycles = new Set<string>();
  const done = new Set<string>();
  const walk = (path: string, trail: string[]) => {
    const at = trail.indexOf(path);
    if (at >= 0) {
      const cycle = trail.slice(at);
      const start = cycle.indexOf([...cycle].sort()[0] ?? '');
      cycles.add([...cycle.slice(start), ...cycle.slice(0, start)].join(' -> '));
      return;
    }
    if (done.has(path)) return;
    for (const target of targets.get(path) ?? []) walk(target, [...trail, path]);
    done.add(path);
  };
  for (const path of targets.keys()) walk(path, []);
  return [...cycles];
}
