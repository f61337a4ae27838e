// As far as our parser reads recordings, headers and timestamps are real; the sound is not.

const ascii = (text: string) => Buffer.from(text, 'latin1');

const soundOf = (bytes: number) => Buffer.alloc(bytes, 0x55);

function uint(value: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
}

type Recording = { seconds?: number; bytes?: number; codec?: string };

export function makeWebm({ seconds = 4, bytes = 4000, codec = 'A_OPUS' }: Recording = {}): Buffer {
  const unknown = Buffer.from([0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]);
  const cluster = (milliseconds: number, sound: number) =>
    Buffer.concat([
      Buffer.from([0x1f, 0x43, 0xb6, 0x75]),
      unknown,
      Buffer.from([0xe7, 0x84]),
      uint(milliseconds, 4),
      soundOf(sound),
    ]);
  const header = Buffer.concat([
    Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x82, 0x84]),
    ascii('webm'),
    Buffer.from([0x18, 0x53, 0x80, 0x67]),
    unknown,
    Buffer.from([0x16, 0x54, 0xae, 0x6b, 0xbf, 0x86, 0x80 + codec.length]),
    ascii(codec),
  ]);
  const first = Buffer.concat([header, cluster(0, 200)]);
  const last = cluster(seconds * 1000 - 60, 0);
  return Buffer.concat([first, last, soundOf(bytes - first.length - last.length)]);
}

export function makeOgg({ seconds = 4, bytes = 4000, codec = 'OpusHead' }: Recording = {}): Buffer {
  const page = (samples: number, content: Buffer) => {
    const header = Buffer.alloc(28);
    header.write('OggS', 0, 'latin1');
    header.writeBigInt64LE(BigInt(samples), 6);
    header[26] = 1;
    header[27] = content.length;
    return Buffer.concat([header, content]);
  };
  const first = page(0, ascii(`${codec}\x01\x01\x38\x01\x80\xbb\x00\x00\x00\x00\x00`));
  const last = page(seconds * 48_000, soundOf(40));
  return Buffer.concat([first, soundOf(bytes - first.length - last.length), last]);
}

export function makeMp4({
  seconds = 4,
  bytes = 4000,
  codec = 'mp4a',
  kind = 'soun',
  more = '',
}: Recording & { kind?: string; more?: string } = {}): Buffer {
  const box = (name: string, content: Buffer) =>
    Buffer.concat([uint(content.length + 8, 4), ascii(name), content]);
  const mvhd = box(
    'mvhd',
    Buffer.concat([Buffer.alloc(12), uint(1000, 4), uint(seconds * 1000, 4), Buffer.alloc(76)]),
  );
  const hdlr = box('hdlr', Buffer.concat([Buffer.alloc(8), ascii(kind), Buffer.alloc(13)]));
  const stsd = box('stsd', box(codec, box('esds', Buffer.alloc(20))));
  const moov = box('moov', Buffer.concat([mvhd, hdlr, stsd, ascii(more)]));
  const start = Buffer.concat([box('ftyp', ascii('M4A \0\0\0\0')), moov]);
  return Buffer.concat([start, box('mdat', soundOf(bytes - start.length - 8))]);
}

export const makeMp3 = () =>
  Buffer.concat([
    ascii('ID3\x04\0\0\0\0\0\0'),
    Buffer.from([0xff, 0xfb, 0x90, 0x64]),
    soundOf(4000),
  ]);
