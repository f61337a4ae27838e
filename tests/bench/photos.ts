import sharp from 'sharp';
import { reportFigure } from './figures.ts';
import { headersOf, openSessions } from './order-rounds.ts';
import { onPostgres, withProducts } from './postgres-server.ts';
import { bundled, startApp } from './server-process.ts';

const PHOTOS = 5;
const ROUNDS = 5;
const WIDTH = 4032;
const HEIGHT = 3024;

await onPostgres((server) =>
  withProducts(server, 100, async ({ url, folder, sql }) => {
    const photos = await Promise.all(Array.from({ length: PHOTOS }, (_, at) => makePhoto(at)));
    const [farm] = await sql`select min(user_id) as id from farms`;
    await openSessions(sql);
    const settings = { DATABASE_URL: url, DATA_DIR: folder, LOG_LEVEL: 'silent' };
    const app = await startApp(await bundled('app-server.ts'), settings);
    const megabytes = app.megabytes();
    const upload = `${app.origin}/api/farmer/photos`;
    for (const [what, groups] of [
      ['five in one request', [photos]],
      ['five one by one', photos.map((photo) => [photo])],
    ] as const) {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const startedAt = performance.now();
        for (const group of groups) await send(upload, Number(farm?.id), group);
        times.push(Math.round(performance.now() - startedAt));
      }
      times.sort((a, b) => a - b);
      const note = `median ${times[Math.floor(ROUNDS / 2)]} ms, slowest ${times.at(-1)} ms of ${ROUNDS}`;
      reportFigure({ area: 'photos', what, note });
    }
    reportFigure({
      area: 'photos',
      what: `${PHOTOS} of 12 megapixels, memory`,
      megabytes: app.peakMegabytes(),
      note: `at most; ${megabytes} MB before the first photo`,
    });
    await app.stop();
  }),
);

async function send(url: string, farmerId: number, photos: readonly Blob[]) {
  const body = new FormData();
  for (const photo of photos) body.append('photos', photo, 'photo.jpg');
  const response = await fetch(url, { method: 'POST', headers: headersOf(farmerId), body });
  const text = await response.text();
  if (response.status !== 201) throw new Error(`${response.status} ${text}`);
}

async function makePhoto(index: number): Promise<Blob> {
  const noise = (width: number, height: number, sigma: number) => {
    const grey = { type: 'gaussian', mean: 120 + index * 8, sigma } as const;
    return sharp({ create: { width, height, channels: 3, background: '#000', noise: grey } });
  };
  const shapes = await noise(Math.round(WIDTH / 32), Math.round(HEIGHT / 32), 60)
    .png()
    .toBuffer();
  const grain = await noise(WIDTH, HEIGHT, 14).blur(0.8).png({ compressionLevel: 1 }).toBuffer();
  const photo = await sharp(shapes)
    .resize(WIDTH, HEIGHT, { fit: 'fill', kernel: 'cubic' })
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 92 })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  return new Blob([new Uint8Array(photo)], { type: 'image/jpeg' });
}
