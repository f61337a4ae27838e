import { AppError } from '#server/app-error.ts';

/** A count made while looking at another figure than today's: an order took some meanwhile. @throws AppError QUANTITY_CHANGED */
export function refuseStaleCount(quantity: number, quantitySeen: number | undefined) {
  if (quantitySeen !== undefined && quantitySeen !== quantity) {
    throw new AppError('QUANTITY_CHANGED', { field: 'quantity', inputs: { quantity } });
  }
}
