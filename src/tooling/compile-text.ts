import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile } from '@inlang/paraglide-js';
import { languages } from '#platform/rules/language.ts';
import { textCompilation } from './text-compilation.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const hash = createHash('sha256');
for (const file of [
  ...languages.map((language) => `src/platform/rules/text/${language}.json`),
  'src/platform/rules/text/project.inlang/settings.json',
  'src/tooling/text-compilation.ts',
  'package-lock.json',
])
  hash.update(readFileSync(join(root, file)));
const current = hash.digest('hex');

const compiled = join(root, textCompilation.outdir, 'compiled-from');
if (!existsSync(compiled) || readFileSync(compiled, 'utf8') !== current) {
  await compile(textCompilation);
  writeFileSync(compiled, current);
}
