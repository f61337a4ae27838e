import * as z from 'zod/mini';
import { fieldError } from './text/line.ts';

/** How many rows of a list a client wants at once; left out, the list has a size of its own. */
export const listLimit = (most: number) =>
  z.optional(
    z
      .int(fieldError('fieldInvalid'))
      .check(z.gte(1, fieldError('fieldInvalid')), z.lte(most, fieldError('fieldInvalid'))),
  );
