import { statfs } from 'node:fs/promises';
import { forLowerFeatures } from '#app/server/start-services.ts';
import {
  STORED_MAX_BYTES,
  STORED_MAX_BYTES_OF_UNPROVEN,
  STORED_TOTAL_BYTES_OF_UNPROVEN,
} from '#photos/rules/photo.ts';
import { withLedger } from '#photos/server/byte-ledger.ts';
import { createObjectStore } from '#photos/server/object-store.ts';
import { createFolderStore, type FileStore } from '#photos/server/photo-store.ts';
import { PHOTO_FILE_MAX_BYTES } from '#rules/limits.ts';
import {
  advance,
  countRows,
  db,
  type Farm,
  givenMarket,
  givePhone,
  listPhotoFiles,
  makeFarm,
  makeJpeg,
  makeOrder,
  makePhoto,
  makeProduct,
  makeTestBuyer,
  partsOf,
  photoPart,
  refused,
  report,
  rowsOf,
  START,
  sendForm,
  services,
  sql,
  tally,
} from '#tests/setup/in-market.ts';
import { photoFolder } from '#tests/setup/photo-folder.ts';
import { startObjectStore } from '#tests/setup/servers/object-store.ts';

const UNPROVEN = 'No room for more photos and voice notes. For more, verify your phone number.';
const GIGABYTE = 1024 ** 3;

givenMarket();
let farm: Farm;
beforeEach(async () => {
  farm = await makeFarm();
});

const upload = async (by: Farm, seed = 1) => {
  const photo = await makeJpeg({ width: 64, height: 48, seed });
  return sendForm('/api/farmer/photos', [photoPart(photo)], by);
};
const begin = async ({ token }: Farm, length = PHOTO_FILE_MAX_BYTES) =>
  (await partsOf(token).begin({ length })).status;
const take = ({ id }: Farm, bytes: number, replacedAt: Date | null = null) =>
  db.execute(sql`insert into photos
      (farmer_id, content_hash, width_pixels, height_pixels, colour, stored_bytes, created_at, replaced_at)
      select ${id}, lpad(n::text, 64, '0'), 1, 1, '', least(${GIGABYTE}, ${bytes}::bigint - n * ${GIGABYTE}::bigint), ${START}, ${replacedAt}::timestamptz
        from generate_series(0, (${bytes}::bigint - 1) / ${GIGABYTE}) n`);
const prove = (farmer: Farm) => givePhone(farmer, { phoneNumber: '+254711000111' });
const use = (files: FileStore) => {
  const { clock } = services;
  services.photoStore = withLedger(files, { ...forLowerFeatures, clock });
};

test('E152: what a person stores is not exceeded by many uploads at once, and a verified number makes room', async () => {
  await makePhoto(farm);
  const [row] = await rowsOf<{ bytes: number }>(sql`select stored_bytes as bytes from photos`);
  await take(farm, Math.round(STORED_MAX_BYTES_OF_UNPROVEN - (row?.bytes ?? 0) * 4.5));
  const answers = await Promise.all(Array.from({ length: 12 }, () => upload(farm)));
  const statuses = answers.map(({ status }) => String(status));
  report('E152', `12 photos at once with room for 3: ${tally(statuses)}`);
  expect(statuses.filter((status) => status === '201')).toHaveLength(3);
  expect(answers.find(({ status }) => status === 409)?.body.message).toBe(UNPROVEN);
  expect((await upload(await makeFarm())).status).toBe(201);
  await prove(farm);
  expect((await upload(farm)).status).toBe(201);
  await take(farm, STORED_MAX_BYTES);
  expect((await upload(farm)).body.message).toMatch(/^No room for more photos/);
});

test('E152: what a person stores counts photos, messages, disputes, visits and unfinished uploads, and gives back what is deleted', async () => {
  const buyer = await makeTestBuyer();
  const { id: productId } = await makeProduct(farm);
  const order = await makeOrder(buyer, [{ productId, quantity: 1 }]);
  const claim = (ownerId: number, bytes: number) =>
    services.photoStore.claim(db, { ownerId, bytes });
  const hash = 'ab'.repeat(32);
  const third = Math.floor(STORED_MAX_BYTES_OF_UNPROVEN / 3);
  await take(farm, third);
  for (const insert of [
    sql`uploads (farmer_id, file_name, content_type, length_bytes, created_at, expires_at)
        values (${farm.id}, 'a.jpg', 'image/jpeg', ${third}, ${START}, ${START}::timestamptz + interval '1 day')`,
    sql`visit_photos (farmer_id, content_hash, stored_bytes, created_at)
        values (${farm.id}, ${hash}, ${third}, ${START})`,
    sql`message_media (sender_id, content_hash, content_type, stored_bytes, seconds, created_at)
        values (${buyer.id}, ${hash}, 'audio/webm', ${third}, 4, ${START})`,
    sql`dispute_photos (order_id, buyer_id, content_hash, stored_bytes, width_pixels, height_pixels, created_at)
        values (${order.id}, ${buyer.id}, ${hash}, ${2 * third}, 1, 1, ${START})`,
  ])
    await db.execute(sql`insert into ${insert}`);
  for (const { id } of [farm, buyer]) await refused(claim(id, 9), 'STORAGE_FULL_UNPROVEN');
  for (const table of ['visit_photos', 'message_media'])
    await db.execute(sql`delete from ${sql.identifier(table)}`);
  for (const { id } of [farm, buyer]) {
    await claim(id, third);
    await refused(claim(id, third + 9), 'STORAGE_FULL_UNPROVEN');
  }
});

test('E152: what a person stores is asked for before a picture is decoded, and before a file reaches either store', async () => {
  await take(farm, STORED_MAX_BYTES_OF_UNPROVEN);
  const remote = await startObjectStore();
  for (const files of [createFolderStore(photoFolder), createObjectStore(remote.url)]) {
    use(files);
    const broken = [photoPart(Buffer.from('no picture at all'))];
    const { body } = await sendForm('/api/farmer/photos', broken, farm);
    expect([body.message, await begin(farm)]).toEqual([UNPROVEN, 409]);
    expect([await listPhotoFiles(), await files.list('00')]).toEqual([[], []]);
  }
  await remote.close();
});

test('E152: what a person stores makes room by deleting replaced photos', async () => {
  await take(farm, STORED_MAX_BYTES_OF_UNPROVEN, START);
  expect((await upload(farm)).status).toBe(201);
  expect(await countRows('photos')).toBe(1);
});

test('E152: what a person stores has a total for all people without proof, which leaves proven people room, and is counted again every minute', async () => {
  const [other, proven] = [await makeFarm(), await makeFarm()];
  await prove(proven);
  await take(other, STORED_TOTAL_BYTES_OF_UNPROVEN - PHOTO_FILE_MAX_BYTES);
  expect([await begin(farm), await begin(farm, 1), await begin(proven)]).toEqual([201, 409, 201]);
  await db.execute(sql`delete from photos`);
  advance(60);
  expect(await begin(farm, 1)).toBe(201);
});

test('E152: what a person stores leaves a gigabyte of the disk to proven people', async () => {
  const { bavail, bsize } = await statfs(photoFolder);
  use(createFolderStore(photoFolder, { keptFreeBytes: bavail * bsize - GIGABYTE / 2 }));
  expect(await begin(farm)).toBe(507);
  await prove(farm);
  expect(await begin(farm)).toBe(201);
});
