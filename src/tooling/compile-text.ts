import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile } from '@inlang/paraglide-js';
import { languages } from '#rules/language.ts';

export const textCompilation = {
  project: './src/platform/rules/text/project.inlang',
  outdir: './src/platform/rules/text/compiled',
  // The server passes the language with each call; the browser reads it from <html lang>
  // (platform/web/page-frame.tsx).
  strategy: ['globalVariable', 'baseLocale'] as ['globalVariable', 'baseLocale'],
  emitReadme: false,
  emitPrettierIgnore: false,
  emitGitIgnore: false,
};

/** Only if a text or the way to compile it has changed since. */
export async function compileText() {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const hash = createHash('sha256');
  for (const file of [
    ...languages.map((language) => `src/platform/rules/text/${language}.json`),
    'src/platform/rules/text/project.inlang/settings.json',
    'src/tooling/compile-text.ts',
    'package-lock.json',
  ])
    hash.update(readFileSync(join(root, file)));
  const current = hash.digest('hex');

  const compiled = join(root, textCompilation.outdir, 'compiled-from');
  if (!existsSync(compiled) || readFileSync(compiled, 'utf8') !== current) {
    await compile(textCompilation);
    writeFileSync(compiled, current);
  }
}

// `npm run text`
if (process.argv[1] === import.meta.filename) await compileText();
