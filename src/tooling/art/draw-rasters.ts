// The pictures that must be bitmaps (home screen icons, the old favicon, the picture of a shared
// link), rendered from the same sources as the SVGs. They are not committed: the build and the dev
// server call drawRasters.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import { drawAppIcon, drawBadge, drawFavicon } from './logo.ts';
import { encodeOpaquePng } from './png.ts';
import { drawSharePicture, shareSize } from './share-picture.ts';

/**
 * Margins as a share of the side. Phones round the corners of the first icon, and may crop the
 * second to its middle 80 %.
 */
const iconInset = 0.06;
const maskableInset = 0.11;

export function drawRasters(outDir: string): void {
  mkdirSync(outDir, { recursive: true });
  const write = (file: string, content: Uint8Array) => writeFileSync(join(outDir, file), content);
  write('apple-touch-icon.png', png(drawAppIcon(iconInset), 180));
  write('icon-192.png', png(drawFavicon(), 192));
  write('icon-512.png', png(drawFavicon(), 512));
  write('icon-maskable-512.png', png(drawAppIcon(maskableInset), 512));
  write('badge.png', png(drawBadge(), 96));
  write(
    'favicon.ico',
    ico([16, 32, 48].map((size) => ({ size, image: png(drawFavicon(), size) }))),
  );
  write('og.png', opaquePng(drawSharePicture(), shareSize.width));
}

function render(svg: string, width: number) {
  return new Resvg(svg, {
    fitTo: { mode: 'width', value: width },
    font: { loadSystemFonts: false },
  }).render();
}

function png(svg: string, width: number): Buffer {
  return render(svg, width).asPng();
}

function opaquePng(svg: string, width: number): Buffer {
  const { width: columns, height, pixels } = render(svg, width);
  return encodeOpaquePng({ width: columns, height, rgba: pixels });
}

interface IcoEntry {
  size: number;
  image: Buffer;
}

/**
 * An ICO file with PNGs: a 6-byte header, a 16-byte entry per image, then the images (all browsers
 * since 2007).
 */
function ico(entries: readonly IcoEntry[]): Buffer {
  const head = Buffer.alloc(6 + 16 * entries.length);
  head.writeUInt16LE(1, 2); // type: icon
  head.writeUInt16LE(entries.length, 4);
  let offset = head.length;
  entries.forEach(({ size, image }, i) => {
    const at = 6 + 16 * i;
    head.writeUInt8(size, at);
    head.writeUInt8(size, at + 1);
    head.writeUInt16LE(1, at + 4); // colour planes
    head.writeUInt16LE(32, at + 6); // bits per pixel
    head.writeUInt32LE(image.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += image.length;
  });
  return Buffer.concat([head, ...entries.map(({ image }) => image)]);
}
