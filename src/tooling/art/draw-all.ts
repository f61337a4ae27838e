// Draws every committed picture into src/web/public: `npx tsx src/tooling/art/draw-all.ts`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { SHARE_TARGET_PATH } from '#shared/service-worker.ts';
import { emptyStates } from './empty-states.ts';
import { drawHeroFarm } from './hero-farm.ts';
import { drawHeroHands } from './hero-hands.ts';
import { drawHeroMarket } from './hero-market.ts';
import { drawFavicon } from './logo.ts';
import { moments } from './moments.ts';
import { colours } from './paper.ts';
import { crops, groups } from './produce/crops.ts';

const shortcutIcons = [{ src: '/icon-192.png', sizes: '192x192', type: 'image/png' }] as const;

/** What a phone needs to put SokoShamba on its home screen. */
const webManifest = {
  name: 'SokoShamba',
  short_name: 'SokoShamba',
  description: 'Kenyan farmers and buyers, face to face: verified farms, fresh stock, fair prices, paid by mobile money.',
  id: '/',
  start_url: '/start',
  scope: '/',
  display: 'standalone',
  background_color: colours.paper,
  theme_color: colours.leaf,
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  lang: 'en-KE',
  dir: 'ltr',
  categories: ['shopping', 'food', 'business'],
  shortcuts: [
    { name: 'Add product', short_name: 'Add', url: '/farmer/dashboard?tab=products&product=new', icons: shortcutIcons },
    { name: 'Orders', url: '/start?to=orders', icons: shortcutIcons },
    { name: 'Market', url: '/market', icons: shortcutIcons },
  ],
  share_target: {
    action: SHARE_TARGET_PATH,
    method: 'POST',
    enctype: 'multipart/form-data',
    params: { files: [{ name: 'photos', accept: ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif'] }] },
  },
} as const;

const publicDir = join(import.meta.dirname, '../../web/public');

const limits = { hero: 30_000, crop: 3_000, empty: 4_000, small: 2_000 } as const;

function write(file: string, content: string, limitBytes: number): void {
  const size = Buffer.byteLength(content);
  const target = join(publicDir, file);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, content);
  console.log(`${file}  ${size} B, ${gzipSync(content).length} B gzipped`);
  if (size > limitBytes) throw new Error(`${file} is ${size} B; the limit is ${limitBytes} B`);
}

write('art/hero-farm.svg', drawHeroFarm(), limits.hero);
write('art/hero-market.svg', drawHeroMarket(), limits.hero);
write('art/hero-hands.svg', drawHeroHands(), limits.hero);
for (const [name, draw] of Object.entries({ ...groups, ...crops })) write(`art/crops/${name}.svg`, draw(), limits.crop);
for (const [name, draw] of Object.entries(emptyStates)) write(`art/empty/${name}.svg`, draw(), limits.empty);
for (const [name, draw] of Object.entries(moments)) write(`art/moments/${name}.svg`, draw(), limits.empty);
write('favicon.svg', drawFavicon(), limits.small);
write('manifest.webmanifest', `${JSON.stringify(webManifest, null, 2)}\n`, limits.small);
