import * as z from 'zod/mini';
import { day, named } from '#platform/contract.ts';

export const photoAnswer = named(
  'Photo',
  z.object({
    id: z.int(),
    url: z.string(),
    colour: z.string(),
    widthPixels: z.int(),
    heightPixels: z.int(),
    sizes: z.array(z.object({ width: z.int(), webp: z.string(), jpeg: z.string() })),
    takenOn: z.optional(day),
    isTakenAtDoubtful: z.optional(z.boolean()),
  }),
);

export const photoErrors = [
  'PHOTO_MISSING',
  'PHOTO_TYPE_REFUSED',
  'PHOTO_HEIC',
  'PHOTO_BROKEN',
  'PHOTO_TOO_LARGE',
  'PHOTO_TOO_MANY_PIXELS',
  'TOO_MANY_PHOTOS',
  'STORAGE_FULL',
  'STORAGE_FULL_UNPROVEN',
  'UPLOAD_BROKEN',
  'DISK_FULL',
] as const satisfies readonly ErrorCode[];
