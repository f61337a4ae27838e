import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { languages } from '#rules/language.ts';
import { projectRoot } from '#server/project-root.ts';
import {
  ENTRY_MODULE,
  type FilesToKeep,
  filesToKeep,
  LOADER_MODULE,
  ONLINE_PARTS,
  SCREENS_MODULE,
  screenModules,
} from '#tooling/built-files.ts';

const LARGE_BYTES = 40_000;

const STYLES = 'assets/styles.css';

/** The static and dynamic imports of each module, and the stylesheet of the screens. */
const graph: Record<string, { imports?: string[]; dynamicImports?: string[]; css?: string[] }> = {
  [ENTRY_MODULE]: {
    imports: ['base'],
    dynamicImports: [
      ...new Set(Object.values(screenModules)),
      SCREENS_MODULE,
      'redirect-from-start',
    ],
  },
  [LOADER_MODULE]: {},
  [SCREENS_MODULE]: { dynamicImports: ['offline-banner'], css: [STYLES] },
  [screenModules.market]: { dynamicImports: ['filters', 'map'] },
  [screenModules.farmerDashboard]: { imports: ['farmer-base'], dynamicImports: ['products-tab'] },
  'products-tab': { imports: ['farmer-base'], dynamicImports: ['product-form'] },
  'product-form': { dynamicImports: ['draft-photos', 'map'] },
  [screenModules.buyerDashboard]: { dynamicImports: ['orders-tab', ...ONLINE_PARTS] },
};
const fileOf = (module: string) => `assets/${module.replaceAll('/', '_')}.js`;
const paths = (...modules: string[]) => modules.map((module) => `/${fileOf(module)}`);
const expectAll = (list: readonly string[], expected: string[]) =>
  expect(list).toEqual(expect.arrayContaining(expected));

let folder: string;
let kept: FilesToKeep;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sokoshamba-build-'));
  const write = async (name: string, content: string | Buffer = name) => {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  };
  const imported = Object.values(graph).flatMap(({ imports = [], dynamicImports = [] }) => [
    ...imports,
    ...dynamicImports,
  ]);
  const modules = new Set([...Object.keys(graph), ...Object.values(screenModules), ...imported]);
  const manifest = Object.fromEntries(
    [...modules].map((name) => [name, { file: fileOf(name), ...graph[name] }]),
  );
  await write('.vite/manifest.json', JSON.stringify(manifest));
  for (const name of modules)
    await write(fileOf(name), name === 'map' ? randomBytes(LARGE_BYTES) : name);
  for (const name of ['art/empty/offline.svg', 'art/empty/cart.svg', 'art/moments/paid.svg'])
    await write(name);
  kept = await filesToKeep(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('everyone gets the first files, the public screens, and the parts that these load later', () => {
  const first = paths(ENTRY_MODULE, LOADER_MODULE, SCREENS_MODULE, 'base');
  const shells = languages.map((language) => `/worker/${language}/app`);
  expectAll(kept.core, [`/${STYLES}`, ...first, ...shells]);
  const { market, prices } = screenModules;
  expectAll(
    kept.screens.everyone,
    paths(market, prices, 'filters', 'offline-banner', 'redirect-from-start'),
  );
});

test("a role gets its screens with all of their parts, and none of the other role's", () => {
  const { farmer, buyer, everyone } = kept.screens;
  const { farmerDashboard, buyerDashboard, messages } = screenModules;
  const farmerParts = ['farmer-base', 'products-tab', 'product-form', 'draft-photos'];
  expectAll(farmer, paths(farmerDashboard, messages, ...farmerParts));
  expectAll(buyer, paths(buyerDashboard, messages, 'orders-tab'));
  for (const path of paths(farmerDashboard, 'product-form'))
    expect([...buyer, ...everyone]).not.toContain(path);
  for (const path of paths(buyerDashboard, 'orders-tab'))
    expect([...farmer, ...everyone]).not.toContain(path);
});

test('no file is listed twice, and the icons are the last files of everyone', () => {
  for (const set of ['buyer', 'farmer'] as const) {
    const all = [...kept.core, ...kept.screens.everyone, ...kept.screens[set]];
    expect(new Set(all).size).toBe(all.length);
  }
  expect(kept.screens.everyone.slice(-2)).toEqual(['/art/empty/cart.svg', '/art/moments/paid.svg']);
});

test('large parts, parts that do nothing offline, and statically built pages are not precached', () => {
  const all = [...kept.core, ...Object.values(kept.screens).flat()];
  for (const part of ONLINE_PARTS) {
    expect(existsSync(join(projectRoot, 'src', part))).toBe(true);
    expect(all).not.toContain(`/${fileOf(part)}`);
  }
  for (const path of paths('map', screenModules.landing, screenModules.login))
    expect(all).not.toContain(path);
});
