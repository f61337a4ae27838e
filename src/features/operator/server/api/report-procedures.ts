import { figuresInput } from '#features/operator/rules/figures.ts';
import { reconciliationInput } from '#features/operator/rules/reconciliation.ts';
import {
  fileNameOf,
  writeFiguresCsv,
  writeFiguresPdf,
} from '#features/operator/server/figures/export-figures.ts';
import { getFigures } from '#features/operator/server/figures/get-figures.ts';
import { readReconciliation } from '#features/operator/server/read-desk.ts';
import { readServer } from '#features/operator/server/read-server.ts';
import { operatorProcedure } from './operator-procedure.ts';

/** A day of M-Pesa's statements against our books. */
export const statement = operatorProcedure
  .input(reconciliationInput)
  .query(({ ctx, input: { day } }) => readReconciliation(ctx.db, day, ctx.acting));

/** Messages and prices, which belong to no case. */
export const server = operatorProcedure.query(({ ctx }) => readServer(ctx.db, ctx.acting));

/** Sales by week. They are about nobody, so they are no look at personal data. */
export const figures = {
  get: operatorProcedure
    .input(figuresInput)
    .query(({ ctx, input }) => getFigures(ctx.db, { ...input, now: ctx.services.clock() })),
  csv: operatorProcedure.input(figuresInput).query(async ({ ctx, input }) => {
    const shown = await getFigures(ctx.db, { ...input, now: ctx.services.clock() });
    return { name: fileNameOf(shown, 'csv'), content: writeFiguresCsv(shown) };
  }),
  /** In base64. */
  pdf: operatorProcedure.input(figuresInput).query(async ({ ctx, input }) => {
    const madeAt = ctx.services.clock();
    const shown = await getFigures(ctx.db, { ...input, now: madeAt });
    const asked = { language: ctx.language, madeAt, operator: ctx.desk.person.name };
    return { name: fileNameOf(shown, 'pdf'), content: await writeFiguresPdf(shown, asked) };
  }),
};
