import type { Feature } from '#platform/server/feature.ts';
import { handledBy } from '#platform/server/outbox/handle-messages.ts';
import { photoApi } from './api/description.ts';
import { photoPaths } from './api/photo-paths.ts';
import { uploadPaths } from './api/upload-paths.ts';
import { encodeWaitingPhoto } from './encode-waiting-photo.ts';
import { photoData } from './personal-data.ts';
import { photoUploaded } from './pictures/store-photo.ts';
import type { removeUploadsOf } from './remove-uploads.ts';
import { startPhotoSweep } from './start-photo-sweep.ts';

export const photos: Feature<
  Parameters<typeof startPhotoSweep>[1],
  Parameters<typeof removeUploadsOf>[2]
> = {
  paths: {
    '/api/farmer': photoPaths,
    '/api/farmer/uploads': uploadPaths,
  },
  api: photoApi,
  personalData: photoData,
  start: (db, services) => [startPhotoSweep(db, services)],
  outbox: [handledBy(photoUploaded, encodeWaitingPhoto)],
};
