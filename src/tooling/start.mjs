// `npm start` and `npm run demo`: builds if needed and possible, draws the demo's photos if needed,
// then serves. It runs in production, where only the server's dependencies are installed, so it may
// import nothing but Node's own modules.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runWithFewArenas } from './few-arenas.mjs';
import { drawingHash, sourceHash } from './source-hash.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
process.chdir(root);
const isDemo = process.argv.includes('--demo');
if (isDemo) process.env.DEMO = 'on';

const canBuild = existsSync(join(root, 'node_modules', 'tsx'));
// Hashing the sources takes time, and without the tools nothing could be built from them.
if (canBuild && !isCurrent('build.json', sourceHash)) {
  process.stdout.write('Building SokoShamba, which takes a moment…\n');
  if (!run('src/tooling/build.ts')) process.exit(1);
}
if (!existsSync(join(root, 'dist', 'server', 'main.js'))) {
  process.stderr.write('There is no build in dist/. Run "npm ci && npm run build" first.\n');
  process.exit(1);
}
if (isDemo && canBuild && !isCurrent('demo-photos/photos.json', drawingHash)) {
  process.stdout.write('Drawing the photos of the demo’s farms, once…\n');
  if (!run('src/tooling/produce/draw-all.ts'))
    process.stderr.write('They could not be drawn, so products keep their drawings.\n');
}
await runWithFewArenas(join(root, 'dist', 'server', 'main.js'));

/** Whether a file of dist/ was made from the current sources. */
function isCurrent(name, hashOf) {
  const file = join(root, 'dist', name);
  if (!existsSync(file)) return false;
  return JSON.parse(readFileSync(file, 'utf8')).hash === hashOf(root);
}

/** Whether a script succeeded. */
function run(script) {
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', script], { stdio: 'inherit' });
  return status === 0;
}
