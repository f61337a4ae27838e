import * as z from 'zod/mini';
import { fieldError } from '#platform/rules/text/line.ts';
import { announcedWeek } from './pre-order.ts';

type Dates = {
  harvestDate?: string | null | undefined;
  expiryDate?: string | null | undefined;
  depositPercent?: number | null | undefined;
};

/** The day of an announced harvest is the end of its week. */
export const datesInOrder = z.refine<Dates>(
  ({ harvestDate = null, expiryDate, depositPercent = null }) => {
    const harvestedBy = announcedWeek({ depositPercent, harvestDate })?.until ?? harvestDate;
    return !harvestedBy || !expiryDate || harvestedBy <= expiryDate;
  },
  { path: ['expiryDate'], ...fieldError('expiryBeforeHarvest') },
);

export const weekOfHarvest = z.refine<Dates>(
  ({ harvestDate, depositPercent }) => !depositPercent || Boolean(harvestDate),
  { path: ['harvestDate'], ...fieldError('harvestWeekRequired') },
);
