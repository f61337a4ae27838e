import { storePhoto } from '#photos/server/store-photos.ts';
import type { UploadedFile } from '#server/http/read-multipart.ts';
import type { Market } from '#tests/setup/market.ts';
import { makeJpeg } from './pictures.ts';

export const uploaded = (bytes: Buffer | string): UploadedFile => ({
  read: async () => Buffer.from(bytes),
});

export async function makePhoto(market: Market, farmer: { id: number }, { seed = 1 } = {}) {
  const file = uploaded(await makeJpeg({ width: 64, height: 48, seed }));
  return storePhoto(market.db, { farmerId: farmer.id, file }, market.services);
}
