import * as z from 'zod/mini';
import { fieldError } from './text/line.ts';

export const listLimit = (most: number) =>
  z.optional(
    z
      .int(fieldError('fieldInvalid'))
      .check(z.gte(1, fieldError('fieldInvalid')), z.lte(most, fieldError('fieldInvalid'))),
  );
