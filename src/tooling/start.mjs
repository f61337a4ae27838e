// `npm start` and `npm run demo`: builds if needed and possible, then serves. It runs in production,
// where only the server's dependencies are installed, so it may import nothing but Node's own
// modules.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runWithFewArenas } from './few-arenas.mjs';
import { sourceHash } from './source-hash.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
process.chdir(root);
if (process.argv.includes('--demo')) process.env.DEMO = 'on';

const canBuild = existsSync(join(root, 'node_modules', 'tsx'));
// Hashing the sources takes time, and without the tools nothing could be built from them.
if (canBuild && !isBuildCurrent()) {
  process.stdout.write('Building SokoShamba, which takes a moment…\n');
  const script = ['--import', 'tsx', 'src/tooling/build.ts'];
  const { status } = spawnSync(process.execPath, script, { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}
if (!existsSync(join(root, 'dist', 'server', 'main.js'))) {
  process.stderr.write('There is no build in dist/. Run "npm ci && npm run build" first.\n');
  process.exit(1);
}
await runWithFewArenas(join(root, 'dist', 'server', 'main.js'));

function isBuildCurrent() {
  const file = join(root, 'dist', 'build.json');
  return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).hash === sourceHash(root);
}
