import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  OPEN_UPLOADS_MAX_BYTES_OF_NEWCOMERS,
  OPEN_UPLOADS_TOTAL_BYTES,
} from '#features/photos/rules/limits.ts';
import { uploadPieceName } from '#features/photos/rules/photo.ts';
import { createFolderStore } from '#features/photos/server/folder-store.ts';
import { sweepPhotos } from '#features/photos/server/storage/sweep-photos.ts';
import { storePiece } from '#features/photos/server/upload-in-parts.ts';
import { PHOTO_FILE_MAX_BYTES } from '#platform/rules/limits.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { photoPart } from '#tests/factories/forms.ts';
import { partsOf } from '#tests/factories/parts.ts';
import { makeFarmer, PASSWORD } from '#tests/factories/people.ts';
import { makePhoto } from '#tests/factories/photos.ts';
import { makeJpeg } from '#tests/factories/pictures.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { givenMarket, market } from '#tests/setup/each-test.ts';
import { START } from '#tests/setup/market.ts';
import { givePhone } from '#tests/setup/phones.ts';
import { listPhotoFiles, photoFolder } from '#tests/setup/photo-folder.ts';
import { report } from '#tests/setup/report.ts';
import { sendForm } from '#tests/setup/rest.ts';
import { countRows, rowsOf } from '#tests/setup/rows.ts';

const ALL_PARTS = Array.from({ length: 256 }, (_, part) => part);
const KEY = 'a-key-of-one-photo';

describe('E125: unfinished uploads', () => {
  givenMarket();
  let farm: Awaited<ReturnType<typeof makeFarm>>;
  let parts: ReturnType<typeof partsOf>;
  let jpeg: Buffer;
  beforeEach(async () => {
    farm = await makeFarm(market);
    parts = partsOf(market, farm.token);
    jpeg = await makeJpeg({ width: 400, height: 300 });
  });

  const begin = async (key?: string) => {
    const { body } = await parts.begin({ length: jpeg.length, ...(key && { key }) });
    return body.upload?.id ?? 0;
  };
  /** As left behind by a process that died before encoding. */
  const storeWhole = (uploadId: number) =>
    storePiece(market.db, { farmerId: farm.id, uploadId, offset: 0, bytes: jpeg }, market.services);
  const uploadFiles = async () =>
    (await listPhotoFiles()).filter((name) => name.includes('upload')).length;
  const sweep = () => sweepPhotos(market.db, { parts: ALL_PARTS }, market.services);
  const makeSelling = async (seller: typeof farm) =>
    makeProduct(market, seller, { photoIds: [(await makePhoto(market, seller)).id] });
  const fillTotal = async (bytes: number) => {
    const { id } = await makeFarm(market);
    await market.db.execute(sql`insert into uploads (farmer_id, file_name, content_type, length_bytes, created_at, expires_at)
      values (${id}, 'photo.jpg', 'image/jpeg', ${bytes}, ${START}, ${START}::timestamptz + interval '1 day')`);
  };

  test('are one file each, even if they arrive byte by byte', async () => {
    const id = await begin();
    for (let offset = 0; offset < 20; offset += 1)
      await parts.append(id, offset, jpeg.subarray(offset, offset + 1));
    expect((await listPhotoFiles()).length).toBe(1);
    const rows = await rowsOf(market.db, sql`select length(bytes) as bytes from upload_parts`);
    expect(rows).toEqual([{ bytes: null }]);
    expect((await parts.append(id, 20, jpeg.subarray(20))).body.photos).toHaveLength(1);
    expect(await uploadFiles()).toBe(0);
  });

  test('are limited to 20 MB for a farmer without a product or proof', async () => {
    const begunOfThree = async () => {
      const answers = [];
      const length = OPEN_UPLOADS_MAX_BYTES_OF_NEWCOMERS / 2;
      for (let number = 0; number < 3; number += 1)
        answers.push((await parts.begin({ length })).status);
      return answers;
    };
    expect(await begunOfThree()).toEqual([201, 201, 409]);
    await makeSelling(farm);
    expect(await begunOfThree()).toEqual([409, 409, 409]);
    await givePhone(market, farm, { phoneNumber: '+254711000111' });
    expect(await begunOfThree()).toEqual([201, 201, 201]);
  });

  test('have a global limit, half of it reserved for proven farmers who sell', async () => {
    const seller = await makeFarm(market);
    await makeSelling(seller);
    await givePhone(market, seller, { phoneNumber: '+254711000111' });
    const ofSeller = partsOf(market, seller.token);
    await makeSelling(farm);
    await fillTotal(OPEN_UPLOADS_TOTAL_BYTES / 2 - 100);
    expect((await parts.begin({ length: 100 })).status).toBe(201);
    expect(await parts.begin({ length: 1 })).toMatchObject({
      status: 507,
      body: { message: 'There is no room for more photos right now. Please try again later.' },
    });
    expect((await ofSeller.begin({ length: 1 })).status).toBe(201);
    await fillTotal(OPEN_UPLOADS_TOTAL_BYTES / 2);
    expect((await ofSeller.begin({ length: 1 })).status).toBe(507);
    report(
      'E125',
      'a total of 2 GB: unproven farmers are refused at 1 GB, proven ones who sell something at 2 GB',
    );
  });

  test('stay within the global limit when many farmers begin at once', async () => {
    const farms = await Promise.all(Array.from({ length: 6 }, () => makeFarm(market)));
    await fillTotal(OPEN_UPLOADS_TOTAL_BYTES / 2 - PHOTO_FILE_MAX_BYTES);
    const answers = await Promise.all(
      farms.map(({ token }) => partsOf(market, token).begin({ length: PHOTO_FILE_MAX_BYTES })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 507, 507, 507, 507, 507]);
  });

  test('are refused while the disk is nearly full, and resume later', async () => {
    const id = await begin();
    const full = { keptFreeBytes: Number.MAX_SAFE_INTEGER };
    market.services.photoStore = createFolderStore(photoFolder, full);
    expect((await parts.begin({ length: jpeg.length })).status).toBe(507);
    expect((await parts.append(id, 0, jpeg)).status).toBe(507);
    const whole = await sendForm(market, '/api/farmer/photos', [photoPart(jpeg)], farm);
    expect(whole.status).toBe(507);
    expect(await listPhotoFiles()).toEqual([]);
    market.services.photoStore = createFolderStore(photoFolder);
    expect((await parts.append(id, 0, jpeg)).status).toBe(200);
  });

  test('are deleted with their files when the account is deleted', async () => {
    const other = await makeFarmer(market);
    const part = jpeg.subarray(0, 100);
    await partsOf(market, other.token).begin({ length: jpeg.length, part });
    expect((await listPhotoFiles()).length).toBe(1);
    await market.caller({ token: other.token }).auth.deleteAccount({ password: PASSWORD });
    expect([await countRows(market.db, 'uploads'), await listPhotoFiles()]).toEqual([0, []]);
  });

  test('keep their parts through a sweep, and lose them once finished', async () => {
    const id = await begin();
    await parts.append(id, 0, jpeg.subarray(0, 100));
    // As left behind by a process that died after writing the file.
    const left = {
      bytes: new Uint8Array(jpeg.subarray(0, 100)),
      contentType: 'application/octet-stream',
    };
    for (const uploadId of [id, id + 1])
      await market.services.photoStore.put(uploadPieceName(uploadId, 'left'), left);
    await sweep();
    expect((await listPhotoFiles()).length).toBe(2);
    expect((await parts.append(id, 100, jpeg.subarray(100))).body.photos).toHaveLength(1);
    await sweep();
    expect(await uploadFiles()).toBe(0);
  });

  test.each([
    [
      'another part arrives',
      (id: number) => parts.append(id, 0, jpeg.subarray(0, 100)),
      (id: number) => parts.append(id, 100, jpeg.subarray(100)),
    ],
    ['they became a photo', storeWhole, () => parts.begin({ length: jpeg.length, key: KEY })],
  ])('restart if their files are lost before %s', async (_, store, resume) => {
    const id = await begin(KEY);
    await store(id);
    for (const name of await listPhotoFiles()) await rm(join(photoFolder, name.slice(0, 2), name));
    expect((await resume(id)).status).toBe(404);
    const again = await parts.begin({ length: jpeg.length, key: KEY, part: jpeg });
    expect(again).toMatchObject({ status: 201, body: { photos: [{ id: expect.any(Number) }] } });
  });
});
