import { type AnyColumn, and, asc, eq, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { photos } from './tables.ts';

/** A product's first ready photo, for a lateral join. */
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

/** The photo's columns as one object, null for a product without photos. */
export const photoColumns = ({ contentHash, colour, widthPixels, heightPixels }: MainPhoto) => ({
  contentHash,
  colour,
  widthPixels,
  heightPixels,
});
