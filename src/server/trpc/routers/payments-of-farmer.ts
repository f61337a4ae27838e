import { exportPayments } from '#server/modules/trade/export-payments.ts';
import { getStatement } from '#server/modules/trade/get-statement.ts';
import { listPayments } from '#server/modules/trade/list-payments.ts';
import { summarizePayments } from '#server/modules/trade/summarize-payments.ts';
import { farmerProcedure, router } from '#server/trpc/procedures.ts';
import { listPaymentsInput, statementInput } from '#shared/payment.ts';

export const paymentsOfFarmer = router({
  list: farmerProcedure
    .input(listPaymentsInput)
    .query(({ ctx, input }) => listPayments(ctx.db, { ...input, farmerId: ctx.farmer.id })),
  summary: farmerProcedure.query(({ ctx }) => summarizePayments(ctx.db, ctx.farmer.id, ctx.services)),
  statement: farmerProcedure
    .input(statementInput)
    .query(({ ctx, input }) => getStatement(ctx.db, { ...input, farmerId: ctx.farmer.id })),
  export: farmerProcedure
    .input(statementInput)
    .query(({ ctx, input }) => exportPayments(ctx.db, { ...input, farmerId: ctx.farmer.id })),
});
