import * as z from 'zod/mini';
import { fieldError } from './text/line.ts';

/** 1 to 255 visible ASCII characters. */
export const idempotencyKey = z
  .string(fieldError('idempotencyKeyRequired'))
  .check(z.regex(/^[\x21-\x7e]{1,255}$/, fieldError('idempotencyKeyRequired')));
