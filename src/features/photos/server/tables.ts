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
 * Written as base64, because the drivers receive every value as text
 * (platform/server/db/text-values.ts).
 */
const bytes = customType<{ data: Buffer; driverData: string }>({
  dataType: () => 'bytea',
  toDriver: (value) => sql`decode(${value.toString('base64')}, 'base64')`,
});

/**
 * A photo that arrives in parts. `received_bytes` is where the next part begins. It advances in the
 * transaction that records the part's file.
 */
export const uploads = pgTable(
  'uploads',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    farmerId: integer('farmer_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The idempotency key of the request that created it; null without one. */
    idempotencyKey: text('idempotency_key'),
    /** The client's description of the file. It is compared with the bytes at the end. */
    fileName: text('file_name').notNull(),
    contentType: text('content_type').notNull(),
    takenAt: moment('taken_at'),
    isTakenAtDoubtful: boolean('is_taken_at_doubtful').notNull().default(false),
    lengthBytes: integer('length_bytes').notNull(),
    receivedBytes: integer('received_bytes').notNull().default(0),
    /**
     * The photo that the upload became. When that photo is deleted this row goes too, so that the
     * same key begins a new upload and the bytes can be sent again.
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
 * The bytes of an unfinished upload, in files of the photo store. A part reaches from its start
 * byte to the start of the next part.
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
     * Bytes that an earlier version stored here. Nothing writes this column any more, and such
     * uploads end within a day of the upgrade.
     */
    bytes: bytes(),
  },
  (table) => [
    primaryKey({ columns: [table.uploadId, table.startByte] }),
    check('upload_parts_place', sql`(storage_key is null) <> (bytes is null)`),
  ],
);
