// A small PNG writer. resvg writes RGBA with little compression, three times the bytes that an
// opaque picture needs.
import { crc32, deflateSync } from 'node:zlib';

export interface Pixels {
  width: number;
  height: number;
  /** Four bytes per pixel, row by row. */
  rgba: Uint8Array;
}

const bytesPerPixel = 3;
const BITS = 7;

/**
 * An opaque RGB PNG. Each channel keeps its upper BITS bits: the lowest one holds the noise of
 * blurred shadows, which is invisible and compresses badly.
 */
export function encodeOpaquePng({ width, height, rgba }: Pixels): Buffer {
  const step = 2 ** (8 - BITS);
  const highest = 255 - (255 % step);
  const stride = width * bytesPerPixel;
  const rows: Buffer[] = [];
  let previous: Buffer = Buffer.alloc(stride);
  for (let y = 0; y < height; y++) {
    const row = Buffer.alloc(stride);
    for (let x = 0; x < width; x++) {
      for (let c = 0; c < bytesPerPixel; c++) {
        const level = rgba[(y * width + x) * 4 + c] ?? 0;
        row[x * bytesPerPixel + c] = Math.min(
          255,
          Math.round((Math.round(level / step) * step * 255) / highest),
        );
      }
    }
    rows.push(smallestFilter(row, previous));
    previous = row;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8); // 8 bits a channel, RGB
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = deflateSync(Buffer.concat(rows), { level: 9, memLevel: 9 });
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/**
 * Filter None, Sub or Up, whichever gives the most zero bytes. Flat areas and vertical gradients
 * become runs.
 */
function smallestFilter(row: Buffer, previous: Buffer): Buffer {
  const candidates: Uint8Array[] = [
    row,
    row.map((value, i) => value - (i < bytesPerPixel ? 0 : (row[i - bytesPerPixel] ?? 0))),
    row.map((value, i) => value - (previous[i] ?? 0)),
  ];
  let best: { filter: number; zeros: number; bytes: Uint8Array } = {
    filter: 0,
    zeros: -1,
    bytes: row,
  };
  candidates.forEach((bytes, filter) => {
    const zeros = bytes.reduce((count, value) => (value === 0 ? count + 1 : count), 0);
    if (zeros > best.zeros) best = { filter, zeros, bytes };
  });
  return Buffer.concat([Buffer.from([best.filter]), best.bytes]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
