import * as z from 'zod/mini';
import { fieldError } from '../text/line.ts';
import { counties, findCounty } from './counties.ts';

export const county = z.pipe(
  z.pipe(
    z.string(fieldError('countyUnknown')),
    z.transform((typed) => findCounty(typed) ?? typed),
  ),
  z.enum(counties, fieldError('countyUnknown')),
);
