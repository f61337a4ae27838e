import { setTimeout as wait } from 'node:timers/promises';
import { rememberNetworks, withDecoder } from '#photos/server/decode-pictures.ts';
import { clientOfPerson } from '#server/heavy-work.ts';
import { makeCostlyPng } from '#tests/factories/pictures.ts';
import { makeJpeg, refused, report } from '#tests/setup/in-market.ts';

test('E151: a picture that takes too much memory ends only the process that decodes it, and the next one is decoded', async () => {
  const jpeg = await makeJpeg({ width: 64, height: 48 });
  const costly = makeCostlyPng();
  await withDecoder('buyer', async (decoder) => {
    const startedAt = performance.now();
    await refused(decoder.measure(costly), 'PHOTO_TOO_MANY_PIXELS');
    const milliseconds = Math.round(performance.now() - startedAt);
    await refused(decoder.encode(costly, [320]), 'PHOTO_TOO_MANY_PIXELS');
    const { widthPixels, jpegs } = await decoder.encode(jpeg, [320, 800]);
    expect([widthPixels, jpegs.length]).toEqual([64, 2]);
    report(
      'E151',
      `a PNG of ${Math.round(costly.length / 1000)} kB and 51.7 megapixels: refused by its header in ${milliseconds} ms; decoded all the same, its process ended, and another decoded the next picture`,
    );
  });
});

test('E151: somebody of a quiet network comes before many new people of one network', async () => {
  const begun: number[] = [];
  const bring = (userId: number, clientAddress: string) => {
    rememberNetworks(userId, clientAddress);
    return withDecoder(clientOfPerson(userId), () => {
      begun.push(userId);
      return wait(50);
    });
  };
  const flood = Array.from({ length: 8 }, (_, at) => bring(at, `203.0.113.${at}`));
  await Promise.all([...flood, bring(99, '198.51.100.7')]);
  expect(begun[1]).toBe(99);
});
