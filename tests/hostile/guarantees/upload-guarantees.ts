import { faults, type Rows, rest, uploads } from './guarantee-table.ts';

export const uploadGuarantees: Rows = {
  E90: [
    'A photo sent in parts continues where it was interrupted, through 20 interruptions, kill -9 and two processes, and is stored once',
    uploads('uploads-in-parts'),
    uploads('cut-parts'),
    faults('upload-kills'),
  ],
  E125: [
    'Unfinished uploads take no space in the database: their bytes are in the photo store, count among what their farmer stores, and are refused with 507 before its disk is full',
    uploads('open-uploads'),
  ],
  B91: [
    "Evidence is of the moment that the phone names, noted where it cannot be right, and money goes by the server's clock",
    rest('moment-of-evidence'),
  ],
};
