import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sourceHash } from '#tooling/source-hash.mjs';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sokoshamba-sources-'));
  await write('src/main.ts', 'export {};');
  await write('src/platform/rules/text/project.inlang/settings.json', '{}');
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function write(name: string, content: string) {
  await mkdir(dirname(join(root, name)), { recursive: true });
  await writeFile(join(root, name), content);
}

test.each([
  ['no', 'src/platform/rules/text/compiled/messages.js'],
  ['no', 'src/platform/rules/text/project.inlang/.meta.json'],
  ['no', 'src/app/web/generated/figtree.woff2'],
  ['a', 'src/main.ts'],
  ['a', 'src/platform/rules/text/project.inlang/settings.json'],
  ['a', 'vite.config.ts'],
])('%s new build follows a change of %s', async (answer, name) => {
  const before = sourceHash(root);
  await write(name, 'changed');
  expect(sourceHash(root) === before).toBe(answer === 'no');
});
