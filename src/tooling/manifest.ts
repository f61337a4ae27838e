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

/** Each file once, imported files first. */
export function scriptsOf(manifest: Manifest, modules: readonly string[]): string[] {
  const files = new Set<string>();
  const seen = new Set<string>();
  const visit = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    const entry = manifest[name];
    if (!entry) throw new Error(`The build's manifest has no module ${name}`);
    for (const imported of entry.imports ?? []) visit(imported);
    files.add(entry.file);
  };
  for (const name of modules) visit(name);
  return [...files];
}

/**
 * The innermost layout's, which contains those of the layouts around it. `modules` are outermost
 * first.
 */
export function stylesOf(manifest: Manifest, modules: readonly string[]): string {
  const [styles] = modules.flatMap((name) => manifest[name]?.css ?? []).slice(-1);
  if (!styles) throw new Error(`The build has no stylesheet for ${modules.join(', ')}`);
  return styles;
}

export const ENTRY_MODULE = 'index.html';
export const LOADER_MODULE = 'app/web/load-scripts.ts';
export const MARKET_STYLES = 'app/web/market.css';
export const OFFER_STYLES = 'app/web/offers.css';
export const PRICE_STYLES = 'app/web/prices.css';
