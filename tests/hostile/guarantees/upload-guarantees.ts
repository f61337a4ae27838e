import type { Guarantee } from './guarantee-table.ts';

export const uploadGuarantees: Guarantee[] = [
  {
    id: 'E90',
    promise:
      'A photo sent in parts continues where it was interrupted, through 20 interruptions, kill -9 and two processes, and is stored once',
    files: [
      'app/rest/uploads/uploads-in-parts.test.ts',
      'app/rest/uploads/cut-parts.test.ts',
      'hostile/faults/upload-kills.test.ts',
    ],
  },
  {
    id: 'E125',
    promise:
      'Unfinished uploads take no space in the database: their bytes are in the photo store, limited per farmer (20 MB without a product or proof) and in total, and refused with 507 before its disk is full',
    files: ['app/rest/uploads/open-uploads.test.ts', 'hostile/unfinished-uploads.test.ts'],
  },
  {
    id: 'B91',
    promise:
      "Evidence is of the moment that the phone names, noted where it cannot be right, and money goes by the server's clock",
    files: ['app/rest/moment-of-evidence.test.ts'],
  },
];
