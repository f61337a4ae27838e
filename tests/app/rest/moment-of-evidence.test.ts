import { secondsAfter } from '#server/clock.ts';
import {
  advance,
  asBuyer,
  asFarmer,
  caller,
  codeOf,
  DAY,
  dispatched,
  farm,
  givenTrade,
  HOUR,
  makeJpeg,
  makeProduct,
  now,
  openMpesa,
  partsOf,
  photoPart,
  sendForm,
} from '#tests/setup/in-market.ts';

givenTrade();
let jpeg: Buffer;
beforeEach(async () => {
  jpeg = await makeJpeg({ width: 64, height: 48 });
});
const ago = (seconds: number) => secondsAfter(now(), -seconds).toISOString();
const inParts = async (takenAt?: string) => {
  const begun = { length: jpeg.length, part: jpeg, ...(takenAt && { takenAt }) };
  return (await partsOf(farm.token).begin(begun)).body.photos?.[0]?.id ?? 0;
};
const inOne = (takenAt?: string) =>
  sendForm(
    '/api/farmer/photos',
    [...(takenAt ? [{ name: 'takenAt', value: takenAt }] : []), photoPart(jpeg)],
    farm,
  );

test('B91: a photo shows buyers the day on which it was taken, however it was uploaded', async () => {
  const taken = ago(2 * DAY);
  const [whole] = (await inOne(taken)).body.photos as { id: number; takenOn?: string }[];
  expect(whole?.takenOn).toBe('2026-02-28');
  const photoIds = [whole?.id ?? 0, await inParts(taken), await inParts()];
  const { id: productId } = await makeProduct(farm, { photoIds });
  const { photos } = await caller().market.product({ productId });
  expect(photos.map(({ takenOn }) => takenOn)).toEqual(['2026-02-28', '2026-02-28', undefined]);
  expect(JSON.stringify(photos)).not.toContain(taken.slice(11, 16));
});

test('B91: an implausible time is stored and flagged, and not shown to buyers', async () => {
  const photoIds = [await inParts(ago(-HOUR)), await inParts(ago(8 * DAY))];
  const { id: productId } = await makeProduct(farm, { photoIds });
  const { products } = await caller({ token: farm.token }).farmer.products.list({});
  const doubtful = { isTakenAtDoubtful: true };
  expect(products.find(({ id }) => id === productId)?.photos).toMatchObject([doubtful, doubtful]);
  const { photos } = await caller().market.product({ productId });
  expect(photos.map(({ takenOn }) => takenOn)).toEqual([undefined, undefined]);
  expect((await inOne('yesterday')).status).toBe(400);
});

test('B91: both sides see when a handover code was entered, and payment depends on when it arrived', async () => {
  await openMpesa();
  for (const [hoursAgo, isTakenAtDoubtful] of [
    [0.5, false],
    [-3, true],
    [3, true],
  ] as const) {
    const orderId = await dispatched();
    advance(HOUR);
    const takenAt = ago(hoursAgo * HOUR);
    await asFarmer().complete({ orderId, handoverCode: codeOf(orderId), takenAt });
    for (const { events } of [
      await asFarmer().get({ orderId }),
      await asBuyer().get({ orderId }),
    ]) {
      const completed = events.find(({ to }) => to === 'completed');
      const at = now();
      expect(completed).toMatchObject({ at, takenAt: new Date(takenAt), isTakenAtDoubtful });
    }
  }
});
