import * as z from 'zod/mini';
import { counties, findCounty } from './counties.ts';
import { fieldError } from './fields.ts';

export const county = z.pipe(
  z.pipe(
    z.string(fieldError('countyUnknown')),
    z.transform((typed) => findCounty(typed) ?? typed),
  ),
  z.enum(counties, fieldError('countyUnknown')),
);
