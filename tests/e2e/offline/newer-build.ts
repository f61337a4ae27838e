import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { VERSION_LENGTH } from '#rules/service-worker.ts';
import { sourceHash } from '#tooling/source-hash.mjs';

export const thisBuild = fileURLToPath(new URL('../../..', import.meta.url));
const COPIED = ['package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts'];
const LINKED = ['node_modules', 'drizzle'];

/**
 * The folder of a second build that stands for the next release: the same sources with another text
 * on every page, so that most file names differ. Building takes most of a minute, so the build is
 * reused while the sources are unchanged.
 */
export async function makeNewerBuild(): Promise<string> {
  const folder = join(
    tmpdir(),
    `sokoshamba-newer-${createHash('sha256').update(thisBuild).digest('hex').slice(0, 8)}`,
  );
  const isOf = join(folder, 'is-of');
  const hash = sourceHash(thisBuild);
  if (existsSync(isOf) && (await readFile(isOf, 'utf8')) === hash) return folder;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  await cp(join(thisBuild, 'src'), join(folder, 'src'), { recursive: true });
  for (const name of COPIED) await cp(join(thisBuild, name), join(folder, name));
  for (const name of LINKED) await symlink(join(thisBuild, name), join(folder, name));
  await changeTexts(join(folder, 'src/platform/rules/text/en.json'));
  const env = { ...process.env, NODE_ENV: 'production' };
  const built = spawnSync(process.execPath, ['--import', 'tsx', 'src/tooling/build.ts'], {
    cwd: folder,
    env,
    stdio: 'inherit',
  });
  if (built.status !== 0) throw new Error('The newer version was not built');
  await writeFile(isOf, hash);
  return folder;
}

export async function builtVersion(build: string): Promise<string> {
  const { hash } = JSON.parse(await readFile(join(build, 'dist/build.json'), 'utf8')) as {
    hash: string;
  };
  return hash.slice(0, VERSION_LENGTH);
}

/** Page titles are in the file that all others import. */
async function changeTexts(file: string): Promise<void> {
  const texts = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
  for (const [name, text] of Object.entries(texts)) {
    if (name.endsWith('PageTitle') && typeof text === 'string') texts[name] = `${text} 2`;
  }
  await writeFile(file, `${JSON.stringify(texts, null, 2)}\n`);
}
