import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { users } from '#features/accounts/server/tables/users.ts';
import { photos } from '#features/products/server/tables.ts';
import { moment } from '#platform/server/db/tables/columns.ts';

/**
 * Written as base64, because the drivers get every value as text
 * (platform/server/db/text-values.ts).
 */
const bytes = customType<{ data: Buffer; driverData: string }>({
  dataType: () => 'bytea',
  toDriver: (value) => sql`decode(${value.toString('base64')}, 'base64')`,
});

/**
 * A photo that comes in parts. `received_bytes` is where the next part begins; it moves in the
 * transaction that names the part's file.
 */
export const uploads = pgTable(
  'uploads',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    farmerId: integer('farmer_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The header of its creation; null without one. */
    idempotencyKey: text('idempotency_key'),
    /** What the client says of the file; compared with its bytes at the end. */
    fileName: text('file_name').notNull(),
    contentType: text('content_type').notNull(),
    takenAt: moment('taken_at'),
    isTakenAtDoubtful: boolean('is_taken_at_doubtful').notNull().default(false),
    lengthBytes: integer('length_bytes').notNull(),
    receivedBytes: integer('received_bytes').notNull().default(0),
    /**
     * What became of it. Once that photo is deleted the same key is a new upload, so that the bytes
     * can be sent again.
     */
    photoId: integer('photo_id').references(() => photos.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    check('uploads_received', sql`received_bytes between 0 and length_bytes`),
    uniqueIndex('uploads_key').on(table.farmerId, table.idempotencyKey),
    index('uploads_open').on(table.farmerId).where(sql`photo_id is null`),
    index('uploads_photo').on(table.photoId),
    index('uploads_expiring').on(table.expiresAt),
  ],
);

/**
 * Where the bytes of an upload that is not finished are: in files of the photo store, each from its
 * start up to the next one's.
 */
export const uploadParts = pgTable(
  'upload_parts',
  {
    uploadId: integer('upload_id')
      .notNull()
      .references(() => uploads.id, { onDelete: 'cascade' }),
    startByte: integer('start_byte').notNull(),
    storageKey: text('storage_key'),
    /**
     * Where an earlier version kept them. Nothing writes it any more, and such uploads end within a
     * day of the upgrade.
     */
    bytes: bytes(),
  },
  (table) => [
    primaryKey({ columns: [table.uploadId, table.startByte] }),
    check('upload_parts_place', sql`(storage_key is null) <> (bytes is null)`),
  ],
);
