import { type AnyColumn, and, asc, eq, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { type PhotoRead, photoRead, type StoredPhoto } from '#photos/rules/photo.ts';
import { disputePhotos, messageMedia, photos, uploads, visitPhotos } from './tables.ts';

/** For a lateral join. */
export const mainPhotoOf = (productId: AnyColumn) =>
  new QueryBuilder()
    .select({
      contentHash: photos.contentHash,
      colour: photos.colour,
      widthPixels: photos.widthPixels,
      heightPixels: photos.heightPixels,
    })
    .from(photos)
    .where(and(eq(photos.productId, productId), sql`${photos.state} = 'ready'`))
    .orderBy(asc(photos.place), asc(photos.id))
    .limit(1)
    .as('main_photo');

type MainPhoto = ReturnType<typeof mainPhotoOf>;

export const photoColumns = ({ contentHash, colour, widthPixels, heightPixels }: MainPhoto) => ({
  contentHash,
  colour,
  widthPixels,
  heightPixels,
});

type PhotoJson = Omit<StoredPhoto, 'takenAt'> & { id: number; takenAt: string | null };

export const readyPhotosOf = (productId: AnyColumn) =>
  sql<PhotoRead[]>`(
    select coalesce(json_agg(json_build_object(
      'id', ${photos.id},
      'contentHash', ${photos.contentHash},
      'colour', ${photos.colour},
      'widthPixels', ${photos.widthPixels},
      'heightPixels', ${photos.heightPixels},
      'takenAt', ${photos.takenAt},
      'isTakenAtDoubtful', ${photos.isTakenAtDoubtful}
    ) order by ${photos.place}, ${photos.id}), '[]')
    from ${photos}
    where ${photos.productId} = ${productId} and ${photos.state} = 'ready'
  )`.mapWith((found: PhotoJson[]) =>
    found.map(({ takenAt, ...photo }) =>
      photoRead({ ...photo, takenAt: takenAt === null ? null : new Date(takenAt) }),
    ),
  );

export const storedBytes = sql`(
  select ${photos.farmerId} as owner_id, ${photos.storedBytes} as bytes from ${photos}
  union all select ${messageMedia.senderId}, ${messageMedia.storedBytes} from ${messageMedia}
  union all select ${disputePhotos.buyerId}, ${disputePhotos.storedBytes} from ${disputePhotos}
  union all select ${visitPhotos.farmerId}, ${visitPhotos.storedBytes} from ${visitPhotos}
  union all select ${uploads.farmerId}, ${uploads.lengthBytes} from ${uploads} where ${uploads.photoId} is null
)`;
