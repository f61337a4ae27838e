import type { PersonalData } from '#platform/server/feature.ts';
import { listOf } from '#platform/server/personal-data.ts';
import { photos, visitPhotos } from './tables.ts';
import { removeUploadsOf } from './upload-in-parts.ts';

export const photoData: PersonalData = {
  lists: { 'farm.photos': listOf(photos), 'farm.visitPhotos': listOf(visitPhotos) },
  erase: removeUploadsOf,
};
