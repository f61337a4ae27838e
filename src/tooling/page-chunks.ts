/*
 * Which file of the build a module goes to: modules that the same pages load share one, and so do
 * those that the same later parts of pages load. It follows from the imports, so that a file can be
 * moved, split or merged without a thought for the build.
 */

import { basename, extname } from 'node:path';
import type { Rolldown } from 'vite';

/** Characters of source. Each file costs a request, and its name in the files that import it. */
const SMALL_FILE = 8000;
/** Characters that a merge may add, summed over the pages that do not need them. */
const UNNEEDED_MAX = 26_000;

/** They export all texts and all icons. An importer loads only those that it mentions. */
const INDEX =
  /compiled[\\/]messages(\.js|[\\/]_index\.js)$|lucide-react\.mjs$|icons[\\/]index\.mjs$/;

/** `imports`: the module itself and all that it imports, directly or not. */
type Module = { imports: Set<string>; size: number; pages: Set<string> };
type Modules = Map<string, Module>;
type Group = { pages: Set<string>; ids: string[] };

type GetInfo = Rolldown.GetModuleInfo;
type Graph = ReturnType<typeof readGraph>;

/** `importers` import the pages dynamically; every page starts with `entry`. */
export function chunksByPages(
  importers: string[],
  entry: string,
): Rolldown.CodeSplittingNameFunction {
  let names: Map<string, string> | undefined;
  return (id, context) => {
    const getInfo: GetInfo = (of) => context.getModuleInfo(of);
    names ??= nameModules(getInfo, importers, entry);
    return names.get(id) ?? null;
  };
}

/** First what pages share, then what the parts share that they load later. */
function nameModules(getInfo: GetInfo, importers: string[], entry: string): Map<string, string> {
  for (const id of [...importers, entry])
    if (!getInfo(id)) throw new Error(`The build has no module ${id}`);
  const graph = readGraph(getInfo);
  const everywhere = graph.withImports(entry);
  const ofPages = readModules(graph, importers.flatMap(graph.loadedBy), everywhere);
  const known = new Set([...everywhere, ...ofPages.keys()]);
  const parts = new Set([...known].flatMap(graph.loadedBy));
  // A part may load further ones, which the loop then reads too.
  for (const part of parts)
    for (const later of [...graph.withImports(part)].flatMap(graph.loadedBy)) parts.add(later);
  const ofParts = readModules(graph, parts, known);
  return new Map([...nameChunks('shared', ofPages), ...nameChunks('parts', ofParts)]);
}

function readGraph(getInfo: GetInfo) {
  const direct = new Map<string, string[]>();
  const importsOf = (id: string) => {
    const known = direct.get(id);
    if (known) return known;
    const info = getInfo(id);
    const imports = (info?.importedIds ?? []).flatMap((imported) =>
      INDEX.test(imported) ? mentioned(info?.code ?? '', imported, getInfo) : imported,
    );
    direct.set(id, imports);
    return imports;
  };
  const withImports = (id: string, found = new Set<string>()) => {
    if (found.has(id)) return found;
    found.add(id);
    for (const imported of importsOf(id)) withImports(imported, found);
    return found;
  };
  return {
    withImports,
    loadedBy: (id: string) => getInfo(id)?.dynamicallyImportedIds ?? [],
    sizeOf: (id: string) => getInfo(id)?.code?.length ?? 0,
  };
}

/** The modules outside `known`, with the pages or parts that load them. */
function readModules(graph: Graph, pages: Iterable<string>, known: ReadonlySet<string>): Modules {
  const modules: Modules = new Map();
  for (const page of pages) {
    for (const id of graph.withImports(page)) {
      if (known.has(id)) continue;
      const module = modules.get(id) ?? {
        imports: graph.withImports(id),
        size: graph.sizeOf(id),
        pages: new Set(),
      };
      modules.set(id, module);
      module.pages.add(page);
    }
  }
  return modules;
}

/** The modules of an index whose names occur in the code. */
function mentioned(code: string, index: string, getInfo: GetInfo): string[] {
  const words = new Set((code.match(/\w+/g) ?? []).map(lettersOf));
  const listed = (id: string): string[] =>
    (getInfo(id)?.importedIds ?? []).flatMap((child) =>
      INDEX.test(child) ? listed(child) : child,
    );
  return listed(index).filter((id) => words.has(lettersOf(basename(id, extname(id)))));
}

const lettersOf = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');

function nameChunks(name: string, modules: Modules): Map<string, string> {
  const names = new Map<string, string>();
  for (const [number, { pages, ids }] of mergeSmall(modules).entries()) {
    if (pages.size > 1) for (const id of ids) names.set(id, `${name}~${number}`);
  }
  return names;
}

/**
 * Merges a small group with the one that adds the fewest characters to pages that do not need them.
 * Its imports then count as loaded by both groups' pages, so that files never import each other in a
 * circle.
 */
function mergeSmall(modules: Modules): Group[] {
  const alone = new Set<string>();
  for (;;) {
    const groups = groupByPages(modules);
    const sizeOf = ({ ids }: Group) => sum(ids.map((id) => modules.get(id)?.size ?? 0));
    const [smallest] = [...groups]
      .filter(([key, group]) => group.pages.size > 1 && !alone.has(key))
      .map(([key, group]) => ({ key, group, size: sizeOf(group) }))
      .filter(({ size }) => size < SMALL_FILE)
      .sort((one, other) => one.size - other.size);
    if (!smallest) return [...groups.values()];
    const [best] = [...groups.values()]
      .filter((group) => group !== smallest.group && group.pages.size > 1)
      .map((group) => {
        const pages = new Set([...group.pages, ...smallest.group.pages]);
        const loaded = importsOf(modules, [...group.ids, ...smallest.group.ids]);
        const unneeded = sum(loaded.map(({ size, pages: by }) => size * missing(pages, by)));
        return { pages, loaded, unneeded };
      })
      .sort((one, other) => one.unneeded - other.unneeded);
    if (!best || best.unneeded > UNNEEDED_MAX) alone.add(smallest.key);
    else for (const module of best.loaded) for (const page of best.pages) module.pages.add(page);
  }
}

function groupByPages(modules: Modules): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const [id, { pages }] of modules) {
    const key = [...pages].sort().join();
    const group = groups.get(key) ?? { pages, ids: [] };
    groups.set(key, group);
    group.ids.push(id);
  }
  return groups;
}

const importsOf = (modules: Modules, ids: string[]): Module[] =>
  [...new Set(ids.flatMap((id) => [...(modules.get(id)?.imports ?? [])]))].flatMap(
    (id) => modules.get(id) ?? [],
  );

const missing = (pages: Set<string>, from: Set<string>) =>
  [...pages].filter((page) => !from.has(page)).length;

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
