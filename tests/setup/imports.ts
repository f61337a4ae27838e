import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export type Import = {
  target: string;
  isTypeOnly: boolean;
  names: string[];
};
export type SourceFile = { path: string; text: string; tree: ts.SourceFile; imports: Import[] };

const aliases: Record<string, string> = {
  '#app/': 'src/app/',
  '#features/': 'src/features/',
  '#platform/': 'src/platform/',
  '#demo/': 'src/demo/',
  '#tooling/': 'src/tooling/',
  '#tests/': 'tests/',
};

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
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const imports: Import[] = [];
  const visit = (node: ts.Node) => {
    const found = importOf(node, path);
    if (found) imports.push(found);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return { path, text, tree, imports };
}

function importOf(node: ts.Node, from: string): Import | null {
  if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
    const { importClause } = node;
    return {
      target: resolve(node.moduleSpecifier.text, from),
      isTypeOnly: importClause?.isTypeOnly ?? false,
      names: namesOf(importClause),
    };
  }
  if (
    ts.isExportDeclaration(node) &&
    node.moduleSpecifier &&
    ts.isStringLiteral(node.moduleSpecifier)
  ) {
    return {
      target: resolve(node.moduleSpecifier.text, from),
      isTypeOnly: node.isTypeOnly,
      names: ['*'],
    };
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    const [specifier] = node.arguments;
    if (specifier && ts.isStringLiteralLike(specifier)) {
      return { target: resolve(specifier.text, from), isTypeOnly: false, names: ['*'] };
    }
  }
  return null;
}

function namesOf(clause: ts.ImportClause | undefined): string[] {
  if (!clause) return [];
  const { namedBindings } = clause;
  const named =
    namedBindings && ts.isNamedImports(namedBindings)
      ? namedBindings.elements.map(({ propertyName, name }) => (propertyName ?? name).text)
      : [];
  return [
    ...(clause.name ? ['default'] : []),
    ...(namedBindings && ts.isNamespaceImport(namedBindings) ? ['*'] : []),
    ...named,
  ];
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
