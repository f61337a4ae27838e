import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSIBLE = /\.(js|css|svg|json|webmanifest|txt|xml|ico|wasm)$/;
/** Pages contain placeholders. The server compresses them after filling them in. */
const LEFT_ALONE = new RegExp(`^(pages|\\.vite)\\${sep}`);

/** Writes <file>.br and <file>.gz next to every file that compression makes smaller. */
export async function precompress(webFolder: string): Promise<void> {
  const names = await readdir(webFolder, { recursive: true });
  const files = names.filter((name) => COMPRESSIBLE.test(name) && !LEFT_ALONE.test(name));
  // zlib works in threads of its own, so the processors share the files.
  await Promise.all(files.map((name) => compress(join(webFolder, name))));
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  const brotli = await promisify(brotliCompress)(content, { params });
  const zipped = await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION });
  if (brotli.length < content.length) await writeFile(`${file}.br`, brotli);
  if (zipped.length < content.length) await writeFile(`${file}.gz`, zipped);
}
