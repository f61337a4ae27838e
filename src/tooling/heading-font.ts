import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);
const FONT = require.resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2');
const FOLDER = fileURLToPath(new URL('../app/web/generated', import.meta.url));

const CHARACTERS =
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .,:;!?%/()+-–−×…·&\'’"“”';

const WEIGHTS = { min: 700, max: 800 };

/** The characters and weights in use, of the typeface of headings (src/app/web/fonts.css). */
export const headingFont = (): Plugin => ({
  name: 'heading-font',
  async buildStart() {
    const whole = await readFile(FONT);
    const subset = await subsetFont(whole, CHARACTERS, {
      targetFormat: 'woff2',
      variationAxes: { wght: WEIGHTS },
    });
    await mkdir(FOLDER, { recursive: true });
    await writeFile(join(FOLDER, 'figtree.woff2'), subset);
  },
});
