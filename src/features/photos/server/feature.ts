import type { OutboxHandlers } from '#features/notifications/server/handle-messages.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { Feature } from '#platform/server/feature.ts';
import { encodeWaitingPhoto } from './encode-waiting-photo.ts';
import { photoData } from './personal-data.ts';
import type { removeUploadsOf } from './remove-uploads.ts';
import { startPhotoSweep } from './start-photo-sweep.ts';

export const photos: Feature<
  Parameters<typeof startPhotoSweep>[1],
  Parameters<typeof removeUploadsOf>[2]
> = {
  personalData: photoData,
  start: (db, services) => [startPhotoSweep(db, services)],
};

type PhotoMessagesNeeds = Parameters<typeof encodeWaitingPhoto>[2];

export const photoMessages = (db: Database, services: PhotoMessagesNeeds) =>
  ({
    photoUploaded: (payload) => encodeWaitingPhoto(db, payload, services),
  }) satisfies Partial<OutboxHandlers>;
