import * as z from 'zod/mini';
import { ID_MAX } from './limits.ts';
import { fieldError } from './text/line.ts';

export const rowId = z
  .int(fieldError('fieldInvalid'))
  .check(z.gte(1, fieldError('fieldInvalid')), z.lte(ID_MAX, fieldError('fieldInvalid')));
