import { edit, type Mutation } from './mutation.ts';

const parts = ['app/rest/uploads-in-parts.test.ts'];
const open = ['app/rest/open-uploads.test.ts'];
const evidence = ['app/rest/moment-of-evidence.test.ts'];

/** Guards of photos that come in parts (E90), and of what phones say about when something was (B91). */
export const mutationsOfUploads: Mutation[] = [
  {
    name: 'upload-offset',
    removes: 'of two requests that bring the same part one counts',
    edits: [
      edit(
        'features/photos/server/parts/queries.ts',
        '.where(and(isOwn(own), eq(uploads.receivedBytes, offset)))',
        '.where(isOwn(own))',
      ),
    ],
    tests: parts,
    named: 'twenty parts',
    project: 'postgres',
  },
  {
    name: 'upload-finished-once',
    removes: 'of two requests that finish an upload one makes the photo',
    edits: [
      edit('features/photos/server/parts/queries.ts', '.where(and(isOwn(own), isNull(uploads.photoId)))', '.where(isOwn(own))'),
    ],
    tests: parts,
    named: 'five requests',
    project: 'postgres',
  },
  {
    name: 'upload-key',
    removes: 'one key is one upload, of one file',
    edits: [
      edit(
        'features/photos/server/upload-in-parts.ts',
        "if (!isSame) throw new AppError('IDEMPOTENCY_KEY_REUSED');",
        'void isSame;',
      ),
    ],
    tests: parts,
    named: 'one key',
    project: 'embedded',
  },
  {
    name: 'upload-refused',
    removes: 'a picture that is refused goes with its parts',
    edits: [edit('features/photos/server/upload-in-parts.ts', 'REFUSED.includes(error.code)', 'REFUSED.length === 0')],
    tests: parts,
    named: 'no picture',
    project: 'embedded',
  },
  {
    name: 'uploads-open',
    removes: 'a farmer has so many uploads open at once, and no more',
    edits: [edit('features/photos/server/upload-in-parts.ts', 'open.count >= OPEN_UPLOADS_MAX ||', '')],
    tests: parts,
    named: 'so many uploads open',
    project: 'embedded',
  },
  {
    name: 'uploads-total',
    removes: 'the uploads of all farmers together have a limit',
    edits: [
      edit(
        'features/photos/server/upload-in-parts.ts',
        "if (open.totalBytes + lengthBytes > totalMax) throw new AppError('DISK_FULL');",
        'void totalMax;',
      ),
    ],
    tests: open,
    named: 'have a total',
    project: 'embedded',
  },
  {
    name: 'uploads-total-at-once',
    removes: 'farmers who begin at once do not see the same last bytes',
    edits: [edit('features/photos/server/upload-in-parts.ts', 'await lockUploads(tx);', '')],
    tests: open,
    named: 'many farmers at once',
    project: 'postgres',
  },
  {
    name: 'uploads-newcomers',
    removes: 'a farmer without a product has 20 MB',
    edits: [
      edit(
        'features/photos/server/upload-in-parts.ts',
        'const isNewcomer = !(await hasPhotoInUse(tx, farmerId));',
        'const isNewcomer = false;',
      ),
    ],
    tests: open,
    named: '20 MB',
    project: 'embedded',
  },
  {
    name: 'disk-kept-free',
    removes: 'the photo folder takes nothing while its disk has little free',
    edits: [edit('features/photos/server/folder-store.ts', "throw new AppError('DISK_FULL');", 'await freeBytes(folder);')],
    tests: open,
    named: '507 while the disk',
    project: 'embedded',
  },
  {
    name: 'upload-short-pieces',
    removes: 'an upload that comes byte by byte takes one file',
    edits: [
      edit(
        'features/photos/server/parts/pieces.ts',
        'offset - last.startByte < UPLOAD_PIECE_BYTES',
        'offset < 0 * UPLOAD_PIECE_BYTES',
      ),
    ],
    tests: open,
    named: 'byte by byte',
    project: 'embedded',
  },
  {
    name: 'upload-left-pieces',
    removes: 'the sweep leaves the pieces of uploads that go on',
    edits: [
      edit(
        'features/photos/server/storage/sweep-photos.ts',
        ' && !unfinished.has(uploadOfPiece(key))',
        ' && unfinished !== null',
      ),
    ],
    tests: open,
    named: 'through the sweep',
    project: 'embedded',
  },
  {
    name: 'evidence-doubt',
    removes: 'a moment that cannot be right is noted as doubtful',
    edits: [
      {
        file: 'src/platform/rules/taken-at.ts',
        find: 'secondsAgo < -TAKEN_AT_FUTURE_SECONDS || secondsAgo > TAKEN_AT_PAST_SECONDS',
        put: 'secondsAgo + TAKEN_AT_FUTURE_SECONDS + TAKEN_AT_PAST_SECONDS === Number.NaN',
      },
    ],
    tests: evidence,
    named: 'cannot be right',
    project: 'embedded',
  },
  {
    name: 'evidence-shown',
    removes: 'buyers see no moment that is in doubt',
    edits: [{ file: 'src/features/photos/rules/photo.ts', find: 'takenAt && !isTakenAtDoubtful &&', put: 'takenAt &&' }],
    tests: evidence,
    named: 'cannot be right',
    project: 'embedded',
  },
  {
    name: 'evidence-since',
    removes: 'a photo from before the order is in doubt as evidence in its dispute',
    edits: [edit('features/orders/server/disputes.ts', '...judgeSince(photo, order.createdAt),', '...photo,')],
    tests: ['features/orders/orders/disputes.test.ts'],
    named: 'before the order',
    project: 'embedded',
  },
  {
    name: 'evidence-money',
    removes: 'an order is completed when its code arrives, not when the phone says that it was entered',
    edits: [
      edit(
        'features/orders/server/order-steps.ts',
        "by: 'farmer', now, taken: judgeTakenAt(takenAt, now, order.createdAt)",
        "by: 'farmer', now: judgeTakenAt(takenAt, now).takenAt ?? now, taken: judgeTakenAt(takenAt, now, order.createdAt)",
      ),
    ],
    tests: evidence,
    named: 'handover code',
    project: 'embedded',
  },
];
