import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

type ManifestEntry = {
  file: string;
  css?: string[];
  assets?: string[];
  imports?: string[];
  dynamicImports?: string[];
  isEntry?: boolean;
};
export type Manifest = Record<string, ManifestEntry>;

export async function readManifest(webFolder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(webFolder, '.vite', 'manifest.json'), 'utf8'));
}

/** Each once, imported entries first. */
function entriesOf(manifest: Manifest, modules: readonly string[]): ManifestEntry[] {
  const entries: ManifestEntry[] = [];
  const seen = new Set<string>();
  const visit = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    const entry = manifest[name];
    if (!entry) throw new Error(`The build's manifest has no module ${name}`);
    for (const imported of entry.imports ?? []) visit(imported);
    entries.push(entry);
  };
  for (const name of modules) visit(name);
  return entries;
}

export const scriptsOf = (manifest: Manifest, modules: readonly string[]): string[] => [
  ...new Set(entriesOf(manifest, modules).map(({ file }) => file)),
];

/**
 * The innermost layout's, which contains those of the layouts around it. `modules` are outermost
 * first.
 */
export function stylesOf(manifest: Manifest, modules: readonly string[]): string {
  const [styles] = entriesOf(manifest, modules)
    .flatMap(({ css = [] }) => css)
    .slice(-1);
  if (!styles) throw new Error(`The build has no stylesheet for ${modules.join(', ')}`);
  return styles;
}

export const ENTRY_MODULE = 'index.html';
export const LOADER_MODULE = 'app/web/load-scripts.ts';
export const MARKET_STYLES = 'app/web/market.css';
export const OFFER_STYLES = 'app/web/offers.css';
export const PRICE_STYLES = 'app/web/prices.css';
