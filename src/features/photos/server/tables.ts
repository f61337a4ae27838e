import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { users } from '#accounts/server/tables/users.ts';
import { farms } from '#farms/server/tables.ts';
import { lots } from '#lots/server/tables.ts';
import { messages } from '#messages/server/tables/messages.ts';
import { orders } from '#orders/server/orders/tables.ts';
import { products } from '#products/server/tables.ts';
import { moment, personal } from '#server/tables.ts';
import { VOICE_NOTE_MAX_SECONDS, voiceContentTypes } from '../rules/photo.ts';

const photoStates = ['ready', 'waiting', 'unreadable'] as const;

/**
 * One use of an uploaded photo. The same picture is stored once, because its files are named by
 * their content.
 */
export const photos = pgTable(
  'photos',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** The owner: a farmer, or the buyer of a lot's photo. */
    farmerId: integer('farmer_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 in hexadecimal, of the original if that had to wait. */
    contentHash: text('content_hash').notNull(),
    widthPixels: integer('width_pixels').notNull(),
    heightPixels: integer('height_pixels').notNull(),
    /** #rrggbb, shown while the picture loads. */
    colour: text().notNull(),
    /** An unused photo is swept after a day. */
    productId: integer('product_id').references(() => products.id, { onDelete: 'set null' }),
    lotId: integer('lot_id').references(() => lots.id, { onDelete: 'set null' }),
    /** 0 is the main photo. */
    place: smallint().notNull().default(0),
    isProfile: boolean('is_profile').notNull().default(false),
    /** 0 for a photo stored before this column existed. */
    storedBytes: integer('stored_bytes').notNull().default(0),
    replacedAt: moment('replaced_at'),
    /** Buyers see only ready photos. An unreadable one has no files. */
    state: text({ enum: photoStates }).notNull().default('ready'),
    /** Unused: a picture that crashes the decoder is refused at once. */
    encodingsBegun: smallint('encodings_begun').notNull().default(0),
    /** By the phone's clock, corrected by the server's. */
    takenAt: moment('taken_at'),
    /** See `judgeTakenAt`. */
    isTakenAtDoubtful: boolean('is_taken_at_doubtful').notNull().default(false),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    check('photos_state', sql`state in ('ready', 'waiting', 'unreadable')`),
    index('photos_waiting').on(table.farmerId).where(sql`state = 'waiting'`),
    index().on(table.productId, table.place),
    uniqueIndex('photos_lot').on(table.lotId),
    index().on(table.farmerId),
    index('photos_unused')
      .on(table.farmerId)
      .where(sql`product_id is null and lot_id is null and not is_profile`),
    index().on(table.contentHash),
    index('photos_unattached')
      .on(table.createdAt)
      .where(sql`product_id is null and lot_id is null and not is_profile`),
  ],
);

personal(photos, {
  of: 'farmerId',
  exported: 'id contentHash productId lotId state takenAt createdAt',
  technical: `widthPixels heightPixels colour place isProfile storedBytes replacedAt encodingsBegun
    isTakenAtDoubtful`,
});

/** The drivers receive every value as text. */
const bytes = customType<{ data: Buffer; driverData: string }>({
  dataType: () => 'bytea',
  toDriver: (value) => sql`decode(${value.toString('base64')}, 'base64')`,
});

/** `received_bytes` is where the next part begins. */
export const uploads = pgTable(
  'uploads',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    farmerId: integer('farmer_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    idempotencyKey: text('idempotency_key'),
    fileName: text('file_name').notNull(),
    contentType: text('content_type').notNull(),
    takenAt: moment('taken_at'),
    isTakenAtDoubtful: boolean('is_taken_at_doubtful').notNull().default(false),
    lengthBytes: integer('length_bytes').notNull(),
    receivedBytes: integer('received_bytes').notNull().default(0),
    /** When the photo is deleted this row goes too, so that the same key begins a new upload. */
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

personal(uploads, {
  of: 'farmerId',
  omitted: { 'The export has the photo.': 'fileName contentType takenAt photoId' },
  technical: `id idempotencyKey isTakenAtDoubtful lengthBytes receivedBytes createdAt expiresAt`,
});

export const visitPhotos = pgTable(
  'visit_photos',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    farmerId: integer('farmer_id')
      .notNull()
      .references(() => farms.userId, { onDelete: 'cascade' }),
    contentHash: text('content_hash').notNull(),
    storedBytes: integer('stored_bytes').notNull().default(0),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('visit_photos_farmer').on(table.farmerId),
    index('visit_photos_content').on(table.contentHash),
  ],
);

personal(visitPhotos, {
  of: 'farmerId',
  exported: 'id contentHash createdAt',
  technical: 'storedBytes',
});

/** For the order's buyer, farmer and the operator. */
export const disputePhotos = pgTable(
  'dispute_photos',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    buyerId: integer('buyer_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    contentHash: text('content_hash').notNull(),
    storedBytes: integer('stored_bytes').notNull().default(0),
    widthPixels: integer('width_pixels').notNull(),
    heightPixels: integer('height_pixels').notNull(),
    takenAt: moment('taken_at'),
    isTakenAtDoubtful: boolean('is_taken_at_doubtful').notNull().default(false),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index().on(table.orderId, table.id),
    index().on(table.buyerId),
    index().on(table.contentHash),
  ],
);

personal(disputePhotos, {
  of: 'buyerId',
  exported: 'id orderId contentHash takenAt createdAt',
  technical: 'storedBytes widthPixels heightPixels isTakenAtDoubtful',
});

/**
 * Visible only to the two sides of its conversation. The row is assigned to its message after the
 * files are stored, so that a message never lacks its files.
 */
export const messageMedia = pgTable(
  'message_media',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    messageId: integer('message_id').references(() => messages.id, { onDelete: 'cascade' }),
    senderId: integer('sender_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    contentHash: text('content_hash').notNull(),
    contentType: text('content_type', { enum: ['image/jpeg', ...voiceContentTypes] }).notNull(),
    storedBytes: integer('stored_bytes').notNull(),
    widthPixels: integer('width_pixels'),
    heightPixels: integer('height_pixels'),
    /** As declared by the sender. */
    seconds: smallint(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    check('message_media_seconds', sql.raw(`seconds between 1 and ${VOICE_NOTE_MAX_SECONDS}`)),
    check(
      'message_media_kind',
      sql`(seconds is null) = (width_pixels is not null and height_pixels is not null)`,
    ),
    index('message_media_message').on(table.messageId, table.id),
    index('message_media_sender').on(table.senderId, table.createdAt),
    index('message_media_content').on(table.contentHash),
    index('message_media_unsent').on(table.createdAt).where(sql`message_id is null`),
  ],
);

personal(messageMedia, {
  of: 'senderId',
  exported: 'id messageId contentType contentHash widthPixels heightPixels seconds createdAt',
  technical: 'storedBytes',
});

/** A part reaches from its start byte to the start of the next part. */
export const uploadParts = pgTable(
  'upload_parts',
  {
    uploadId: integer('upload_id')
      .notNull()
      .references(() => uploads.id, { onDelete: 'cascade' }),
    startByte: integer('start_byte').notNull(),
    storageKey: text('storage_key'),
    /** Unused, so every part has a storage key. */
    bytes: bytes(),
  },
  (table) => [
    primaryKey({ columns: [table.uploadId, table.startByte] }),
    check('upload_parts_place', sql`(storage_key is null) <> (bytes is null)`),
  ],
);

personal(uploadParts, {
  of: { uploadId: uploads },
  omitted: { 'The export has the photo.': 'storageKey bytes' },
  technical: 'startByte',
});
