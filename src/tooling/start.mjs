// `npm start` and `npm run demo`: builds if needed and possible, then serves. It runs in
// production, where only the server's dependencies are installed, so it may import nothing but
// Node's own modules.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { hasItsArenas, runWithFewArenas } from './few-arenas.mjs';
import { sourceHash } from './source-hash.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
process.chdir(root);
if (process.argv.includes('--demo')) process.env.DEMO = 'on';

if (!isBuilt()) {
  if (existsSync(join(root, 'node_modules', 'tsx'))) {
    process.stdout.write('Building SokoShamba, which takes a moment…\n');
    const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'src/tooling/build.ts'], {
      stdio: 'inherit',
    });
    if (status !== 0) process.exit(status ?? 1);
  } else if (!existsSync(join(root, 'dist', 'server', 'main.js'))) {
    process.stderr.write('There is no build in dist/. Run "npm ci && npm run build" first.\n');
    process.exit(1);
  }
}
const server = join(root, 'dist', 'server', 'main.js');
if (hasItsArenas) await import(pathToFileURL(server).href);
else runWithFewArenas(server);

function isBuilt() {
  const file = join(root, 'dist', 'build.json');
  if (!existsSync(file)) return false;
  return JSON.parse(readFileSync(file, 'utf8')).hash === sourceHash(root);
}
