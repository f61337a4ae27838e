import { UNUSED_PHOTO_SECONDS } from '#photos/rules/limits.ts';
import { sweepPhotos } from '#photos/server/sweep-photos.ts';
import {
  advance,
  callerOf,
  countRows,
  db,
  givenMarket,
  HOUR,
  lotForm,
  makeJpeg,
  makeLotFarm,
  makeProvenBuyer,
  outcomeOf,
  photoPart,
  runLots,
  runLotsAt,
  sendForm,
  services,
} from '#tests/setup/in-market.ts';
import { goOn } from './lots-in-market.ts';

givenMarket();

async function makeBuyer() {
  const buyer = await makeProvenBuyer();
  const { lots } = (await callerOf(buyer)).buyer;
  const upload = async () => {
    const part = photoPart(await makeJpeg({ width: 400, height: 300 }));
    const { status, body } = await sendForm('/api/buyer/photos', [part], buyer);
    expect(status).toBe(201);
    return (body.photos as { id: number }[])[0]?.id ?? 0;
  };
  return { buyer, lots, upload };
}
const sweep = async () => {
  advance(UNUSED_PHOTO_SECONDS + 1);
  await sweepPhotos(db, { parts: [] }, services);
  return countRows('photos');
};

test('the photo of a lot is shown to farms, can be used once and only by its owner, and is deleted a day after the lot ended', async () => {
  const [{ lots, upload }, other] = [await makeBuyer(), await makeBuyer()];
  const photoId = await upload();
  expect(await outcomeOf(other.lots.ask(lotForm({ photoId })))).toBe('PHOTO_NOT_FOUND');
  const form = { photoId, day: '2026-03-09', closesAt: '2026-03-08T12:00:00Z' };
  const { id: lotId, photo } = await lots.ask(lotForm(form));
  expect(photo).toMatchObject({ id: photoId, widthPixels: 400 });
  expect(await outcomeOf(lots.ask(lotForm(form)))).toBe('PHOTO_NOT_FOUND');
  const farm = await makeLotFarm();
  expect((await farm.lots.list()).lots).toMatchObject([{ id: lotId, photo }]);
  expect(await sweep()).toBe(1);
  await lots.letGo({ lotId });
  expect(await sweep()).toBe(0);
});

test("the photo of a lot is copied to next week's lot", async () => {
  const { lots, upload } = await makeBuyer();
  const photoId = await upload();
  const { id: lotId } = await lots.ask(lotForm({ photoId, repeatsWeekly: true }));
  const farm = await makeLotFarm();
  await farm.lots.give({ lotId, quantity: 400 });
  await runLotsAt('2026-03-03T12:00:00Z');
  await lots.take({ lotId, paymentMethod: 'Cash on delivery' });
  await runLots();
  await goOn(HOUR);
  const [next, first] = (await lots.list()).lots;
  expect(next?.photo?.url).toBe(first?.photo?.url);
  expect(next?.photo?.id).not.toBe(photoId);
});
