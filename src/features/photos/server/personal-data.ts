<<<<<<< /work/main/src/features/photos/server/personal-data.ts
import { listOf, type PersonalData } from '#platform/server/personal-data.ts';
=======
import type { PersonalData } from '#platform/server/feature.ts';
import { listOf } from '#platform/server/personal-data.ts';
import { removeUploadsOf } from './remove-uploads.ts';
>>>>>>> /tmp/tmp09vk6bmc/theirs
import { photos, visitPhotos } from './tables.ts';
import { removeUploadsOf } from './upload-in-parts.ts';

export const photoData: PersonalData = {
  lists: { 'farm.photos': listOf(photos), 'farm.visitPhotos': listOf(visitPhotos) },
  erase: removeUploadsOf,
};
