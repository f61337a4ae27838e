import { edit, type Mutation } from './mutation.ts';

const uploads = ['app/rest/fair-uploads.test.ts'];
const listing = ['features/products/listing-turns.test.ts'];
const exports = ['features/privacy/exports.test.ts'];
const lanes = ['features/notifications/lanes.test.ts'];

/** Guards that keep one person's load from slowing down everybody. */
export const mutationsOfLoad: Mutation[] = [
  {
    name: 'money-lane',
    removes: 'payment callbacks wait behind no letters',
    edits: [edit('features/notifications/server/outbox-lanes.ts', "paymentCallback: 'money',", "paymentCallback: 'letters',")],
    tests: lanes,
    named: 'seen paid',
    project: 'postgres',
  },
  {
    name: 'letter-deadline',
    removes: 'a message that never finishes gives up its slot',
    edits: [
      edit(
        'features/notifications/server/handle-messages.ts',
        'await within(handle(handlers, kind, payload), { what, milliseconds: lane.deadlineSeconds * 1000 });',
        'await handle(handlers, kind, payload);',
      ),
    ],
    tests: lanes,
    named: 'never end',
    project: 'embedded',
  },
  {
    name: 'photo-turns',
    removes: 'pictures of different farmers wait in separate queues',
    edits: [
      edit(
        'features/photos/server/pictures/store-photo.ts',
        'await uploads.run(clientOfPerson(farmerId),',
        'await uploads.run(clientOfPerson(0),',
      ),
    ],
    tests: uploads,
    named: 'come first',
    project: 'embedded',
  },
  {
    name: 'unused-photos-share',
    removes: 'a photo is stored only while the farmer has room for unused photos',
    edits: [edit('features/photos/server/pictures/store-photo.ts', '    await refuseWhenFull(tx, farmerId, storedBytes);\n', '')],
    tests: uploads,
    named: 'share of bytes',
    project: 'embedded',
  },
  {
    name: 'listing-turns',
    removes: "a farm's products beyond three a week come after those of others",
    edits: [edit('features/products/server/stock/listing-round.ts', 'return newest - 1 - turn;', 'return newest;')],
    tests: listing,
    named: 'three on a page',
    project: 'embedded',
  },
  {
    name: 'listing-pace',
    removes: 'new products are limited per minute',
    edits: [edit('app/server/procedures.ts', "await ctx.services.rateLimits.consume('newProduct', String(ctx.farmer.id));", '')],
    tests: listing,
    named: 'a minute',
    project: 'embedded',
  },
  {
    name: 'products-cap',
    removes: 'a farm lists one product after the other, so that each counts the previous one',
    edits: [edit('features/products/server/create-product.ts', 'await lockFarm(tx, farmerId);', '')],
    tests: listing,
    named: 'in all',
    project: 'postgres',
  },
  {
    name: 'export-at-once',
    removes: 'one export per person at a time',
    edits: [edit('features/privacy/server/begin-export.ts', "  await rateLimits.consume('runningExport', key);\n", '')],
    tests: exports,
    named: 'one at a time',
    project: 'embedded',
  },
  {
    name: 'export-pace',
    removes: 'a few exports an hour',
    edits: [edit('features/privacy/server/begin-export.ts', "    await rateLimits.consume('dataExport', key);\n", '')],
    tests: exports,
    named: 'an hour',
    project: 'embedded',
  },
];
