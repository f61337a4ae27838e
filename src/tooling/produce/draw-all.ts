import { fork } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type DrawnPhoto, drawnPhotosFolder as folder } from '#demo/seed/drawn-photos.ts';
import { photoFileName } from '#features/photos/rules/photo.ts';
import { encodePicture } from '#features/photos/server/encode-picture.ts';
import { projectRoot } from '#platform/server/project-root.ts';
import { drawingHash } from '../source-hash.mjs';
import { type Photo, photos, takePhoto } from './photos.ts';

// Draws the photos of the demo's farms into dist/demo-photos, with the sizes, formats and names of
// an uploaded photo. `npm run demo` and `npm run dev` call it when its sources have changed. The
// photos are shared between as many processes as there are processors.
const list = join(folder, 'photos.json');
const [share, shares] = process.argv.slice(2).map(Number);
if (share === undefined || shares === undefined) await drawAll();
else process.send?.(await drawShare(photos.filter((_, at) => at % shares === share)));

async function drawAll() {
  const hash = drawingHash(projectRoot);
  const known = await readFile(list, 'utf8').catch(() => '{}');
  if (JSON.parse(known).hash === hash) return;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const processes = availableParallelism();
  const drawn = await Promise.all(
    Array.from({ length: processes }, (_, at) => startShare(at, processes)),
  );
  const inOrder = photos.map((_, at) => drawn[at % processes]?.[Math.floor(at / processes)]);
  await writeFile(list, `${JSON.stringify({ hash, photos: inOrder })}\n`);
}

function startShare(at: number, of: number): Promise<DrawnPhoto[]> {
  return new Promise((resolve, reject) => {
    let drawn: DrawnPhoto[] | undefined;
    const child = fork(fileURLToPath(import.meta.url), [String(at), String(of)]);
    child.once('message', (message) => {
      drawn = message as DrawnPhoto[];
    });
    // Unlike `exit`, it comes after the last message.
    child.once('close', () => (drawn ? resolve(drawn) : reject(new Error('No photos were drawn'))));
  });
}

async function drawShare(own: readonly Photo[]): Promise<DrawnPhoto[]> {
  const drawn: DrawnPhoto[] = [];
  for (const photo of own) {
    const { files, ...encoded } = await encodePicture(await takePhoto(photo), 'demo');
    const names: string[] = [];
    for (const { size, format, bytes } of files) {
      const name = photoFileName(encoded.contentHash, size, format);
      await writeFile(join(folder, name), bytes);
      names.push(name);
    }
    const storedBytes = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
    drawn.push({ subject: photo.subject, ...encoded, files: names, storedBytes });
  }
  return drawn;
}
