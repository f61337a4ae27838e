import { recognizeVoice } from '#messages/server/conversations/recognize-voice.ts';
import { AppError } from '#server/app-error.ts';
import { makeMp3, makeMp4, makeOgg, makeWebm } from '#tests/factories/voices.ts';

function outcomeOf(bytes: Buffer, seconds: number): string {
  try {
    return recognizeVoice(bytes, seconds);
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

const formats = { 'audio/webm': makeWebm, 'audio/ogg': makeOgg, 'audio/mp4': makeMp4 };

test.each(Object.entries(formats))(
  'a recording: %s is recognized by its bytes',
  (contentType, make) => {
    expect(outcomeOf(make({ seconds: 4 }), 4)).toBe(contentType);
    expect(outcomeOf(make({ seconds: 60, bytes: 1_000_000 }), 60)).toBe(contentType);
  },
);

test.each(Object.entries(formats))(
  'a recording: %s that lasts longer than declared is refused',
  (_, make) => {
    expect(outcomeOf(make({ seconds: 60 }), 59)).not.toBe('VOICE_LENGTH_WRONG');
    expect(outcomeOf(make({ seconds: 60 }), 5)).toBe('VOICE_LENGTH_WRONG');
    expect(outcomeOf(make({ seconds: 3600 }), 60)).toBe('VOICE_LENGTH_WRONG');
  },
);

test('a recording of a megabyte must last longer than a second', () => {
  expect(outcomeOf(makeWebm({ seconds: 1, bytes: 1_000_000 }), 1)).toBe('VOICE_LENGTH_WRONG');
});

test('a recording without timestamps may last as long as declared', () => {
  expect(outcomeOf(makeMp4({ seconds: 0 }), 1)).toBe('audio/mp4');
  const [clusterless] = makeWebm({ bytes: 300 }).toString('latin1').split('\x1f\x43\xb6\x75');
  expect(
    outcomeOf(Buffer.concat([Buffer.from(clusterless ?? '', 'latin1'), Buffer.alloc(100)]), 1),
  ).toBe('audio/webm');
});

test.each([
  ['an mp3', makeMp3()],
  ['nothing', Buffer.alloc(0)],
  ['three bytes', Buffer.from([0x1a, 0x45, 0xdf])],
  ['a video in WebM', makeWebm({ codec: 'A_OPUS V_VP8' })],
  [
    'a video in WebM, with padding before its track',
    Buffer.concat([makeWebm(), Buffer.alloc(5000), Buffer.from('V_VP8')]),
  ],
  [
    'a video in Ogg, next to the sound',
    Buffer.concat([makeOgg(), Buffer.from('OggS\x80theora', 'latin1'), makeOgg()]),
  ],
  [
    'Ogg with a position, in lower case',
    Buffer.concat([makeOgg(), Buffer.from('location=-0.4167+036.9500'), makeOgg()]),
  ],
  [
    'MP4 with a position, as older Androids write it',
    makeMp4({ more: 'loci\0\0\0\0\x15\xc7home\0' }),
  ],
  ['Vorbis in Ogg', makeOgg({ codec: '\x01vorbis' })],
  ['a video in MP4', makeMp4({ more: `hdlr${'\0'.repeat(8)}vide` })],
  ['a track of something else in MP4', makeMp4({ kind: 'text' })],
  ['MP4 with a position', makeMp4({ more: '\xa9xyz\0\x12\x15\xc7-00.4167+036.9500/' })],
  [
    'MP4 with a position, as iPhones write it',
    makeMp4({ more: 'com.apple.quicktime.location.ISO6709' }),
  ],
])('a recording: %s is refused', (_, bytes) => {
  expect(outcomeOf(bytes, 4)).toBe('VOICE_TYPE_REFUSED');
});
