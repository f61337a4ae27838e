import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export type Import = {
  target: string;
  isTypeOnly: boolean;
  names: string[];
};
export type SourceFile = { path: string; text: string; imports: Import[] };

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
    const [, name] = /^['"`](.+)['"`]$/.exec(text.slice(start, end)) ?? [];
    return name ? [{ target: resolve(name, path), isTypeOnly: false, names: ['*'] }] : [];
  });
  return { path, text, imports: [...imported, ...reexported, ...loaded] };
}

function resolve(specifier: string, from: string): string {
  if (specifier.startsWith('.')) return join(dirname(from), specifier).split(sep).join('/');
  if (specifier.startsWith('#tests/')) return specifier.slice(1);
  if (specifier === '#text') return 'src/platform/rules/text/compiled/messages.js';
  if (specifier.startsWith('#ui/')) return specifier.replace('#', 'src/platform/web/');
  if (/^#(?:rules|server|web)\//.test(specifier)) return specifier.replace('#', 'src/platform/');
  if (/^#(?:app|demo|platform|tooling)\//.test(specifier)) return specifier.replace('#', 'src/');
  if (specifier.startsWith('#')) return specifier.replace('#', 'src/features/');
  const [scope, name] = specifier.split('/');
  return specifier.startsWith('@') ? `${scope}/${name}` : (scope ?? specifier);
}

export const missingTargets = (sources: SourceFile[]) =>
  sources.flatMap(({ path, imports }) =>
    imports.flatMap(({ target }) => {
      const isOurs = target.startsWith('src/') && !target.includes('/compiled/');
      return isOurs && !existsSync(join(root, target)) ? [`${path} -> ${target}`] : [];
    }),
  );

/** Each cycle once, from its alphabetically first file; imports of types count too. */
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
