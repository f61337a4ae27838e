import * as z from 'zod/mini';
import { ID_MAX } from '#rules/limits.ts';
import { AppError } from '#server/app-error.ts';
import { mutation, publicProcedure } from '#server/procedures.ts';
import * as contract from '../contract.ts';
import {
  declineInput,
  deskSearchInput,
  figuresInput,
  openCaseInput,
  payoutsInput,
  reconciliationInput,
  requestInput,
  visitsInput,
} from '../rules/desk-input.ts';
import {
  readAccount,
  readCases,
  readFarmsToVisit,
  readFound,
  readLot,
  readOrder,
  readPayouts,
  readReport,
  readRequest,
  readVisitPhoto,
} from './cases/read-cases.ts';
import {
  askForPasskey,
  choosePasskey,
  choosePassword,
  logInWithPasskey,
  offerPasskeyToLink,
  openLink,
} from './credentials.ts';
import { fileNameOf, getFigures, writeFiguresCsv, writeFiguresPdf } from './figures.ts';
import {
  deskDeviceToken,
  logInWithPassword,
  logOut,
  type OperatorSession,
  readOperatorSession,
} from './log-in.ts';
import { operations, operationsByName } from './operations/all-operations.ts';
import type { Operation } from './operations/operation.ts';
import { approve, decline, perform } from './operations/perform.ts';
import { verifyLog } from './published-log.ts';
import {
  readLog,
  readOperators,
  readReconciliation,
  readRequests,
  readServer,
} from './read-desk.ts';

const operatorProcedure = publicProcedure.use(async ({ ctx, next }) => {
  const now = ctx.services.clock();
  const { bearer: token, device } = ctx;
  const session = token ? await readOperatorSession(ctx.db, { token, device }, now) : null;
  if (!session) throw new AppError('NOT_LOGGED_IN');
  ctx.views.push(null);
  const services = { ...ctx.services, withoutSlot: ctx.withoutSlot };
  const acting = { person: session.person, services };
  return next({ ctx: { ...ctx, desk: session satisfies OperatorSession, acting } });
});

/** `seen`: the mark of the state that the page showed. */
const performedInput = <Input extends object>(input: z.ZodMiniType<Input>) =>
  z.object({ input, seen: z.optional(z.string().check(z.maxLength(64))) });

const performs = <Input extends object>(operation: Operation<Input>) =>
  operatorProcedure
    .meta({ changes: 'all' })
    .input(performedInput(operation.input))
    .mutation(async ({ ctx, input: { input, seen } }) => {
      const performed = await perform(ctx.db, operation, { input, seen, ...ctx.acting });
      return performed.outcome === 'done'
        ? { outcome: 'done' as const, said: performed.said({ locale: ctx.language }) }
        : performed;
    });

const statement = operatorProcedure
  .input(reconciliationInput)
  .query(({ ctx, input: { day } }) => readReconciliation(ctx.db, day, ctx.acting));

const server = operatorProcedure.query(({ ctx }) => readServer(ctx.db, ctx.acting));

/** The figures are about nobody, so looking at them is not logged. */
const figures = {
  get: operatorProcedure
    .input(figuresInput)
    .query(({ ctx, input }) => getFigures(ctx.db, { ...input, now: ctx.services.clock() })),
  csv: operatorProcedure.input(figuresInput).query(async ({ ctx, input }) => {
    const shown = await getFigures(ctx.db, { ...input, now: ctx.services.clock() });
    return { name: fileNameOf(shown, 'csv'), content: writeFiguresCsv(shown) };
  }),
  pdf: operatorProcedure.input(figuresInput).query(async ({ ctx, input }) => {
    const madeAt = ctx.services.clock();
    const shown = await getFigures(ctx.db, { ...input, now: madeAt });
    const reader = { language: ctx.language, supportEmail: ctx.services.support.email };
    const asked = { ...reader, madeAt, operator: ctx.desk.person.name };
    const content = await ctx.withoutSlot(() => writeFiguresPdf(shown, asked));
    return { name: fileNameOf(shown, 'pdf'), content };
  }),
};

const entry = {
  openLink: mutation(contract.openLink, openLink),
  offerPasskey: mutation(contract.offerPasskey, offerPasskeyToLink),
  choosePasskey: mutation(contract.choosePasskey, choosePasskey),
  choosePassword: mutation(contract.choosePassword, choosePassword),
  askForPasskey: mutation(contract.askForPasskey, askForPasskey),
  logInWithPasskey: mutation(contract.logInWithPasskey, logInWithPasskey),
  logInWithPassword: mutation(contract.logInWithPassword, logInWithPassword),
  logOut: operatorProcedure.mutation(({ ctx }) => logOut(ctx.db, ctx.desk.tokenHash)),
  me: operatorProcedure.query(({ ctx: { desk, services } }) => ({
    deviceToken: deskDeviceToken(services.secret, desk.operatorId),
    name: desk.person.name,
    role: desk.person.role,
    displayName: desk.displayName,
    endsAt: desk.endsAt,
  })),
};

const requests = {
  list: operatorProcedure.query(({ ctx }) => readRequests(ctx.db, ctx.acting)),
  approve: operatorProcedure
    .meta({ changes: 'all' })
    .input(requestInput)
    .mutation(async ({ ctx, input: { requestId } }) => {
      const decision = { requestId, operations: operationsByName, ...ctx.acting };
      const said = await approve(ctx.db, decision);
      return { said: said({ locale: ctx.language }) };
    }),
  decline: operatorProcedure
    .input(declineInput)
    .mutation(({ ctx, input }) =>
      decline(ctx.db, { ...input, operations: operationsByName, ...ctx.acting }),
    ),
};

const opens = <Page>(open: (...given: Parameters<typeof readOrder>) => Promise<Page>) =>
  operatorProcedure
    .input(openCaseInput)
    .query(({ ctx, input: { id } }) => open(ctx.db, id, ctx.acting));

const cases = {
  list: operatorProcedure.query(({ ctx }) => readCases(ctx.db, ctx.acting)),
  order: opens(readOrder),
  report: opens(readReport),
  account: opens(readAccount),
  lot: opens(readLot),
  request: opens(readRequest),
  visitPhoto: opens(readVisitPhoto),
  /** A mutation, because a number or a name belongs in no address. */
  search: operatorProcedure
    .input(deskSearchInput)
    .mutation(({ ctx, input: { text } }) => readFound(ctx.db, text, ctx.acting)),
  payouts: operatorProcedure
    .input(payoutsInput)
    .query(({ ctx, input }) => readPayouts(ctx.db, input, ctx.acting)),
  /** A mutation, because the officer's position belongs in no address. */
  visits: operatorProcedure
    .input(visitsInput)
    .mutation(({ ctx, input: { position } }) => readFarmsToVisit(ctx.db, position, ctx.acting)),
};

const beforeInput = z.object({
  beforeId: z.nullable(z.int().check(z.gte(1), z.lte(ID_MAX))),
});

export const desk = {
  entry,
  requests,
  cases,
  people: operatorProcedure.query(({ ctx }) => readOperators(ctx.db, ctx.acting)),
  log: operatorProcedure
    .input(beforeInput)
    .query(({ ctx, input: { beforeId } }) => readLog(ctx.db, beforeId, ctx.acting)),
  statement,
  figures,
  server,
  verifyLog: operatorProcedure.query(({ ctx }) =>
    verifyLog(ctx.db, ctx.services.operatorSettings.logFolder),
  ),
  do: {
    endDispute: performs(operations.endDispute),
    endDispatched: performs(operations.endDispatched),
    refund: performs(operations.refund),
    attemptPaid: performs(operations.attemptPaid),
    attemptFailed: performs(operations.attemptFailed),
    payoutApprove: performs(operations.payoutApprove),
    payoutFailed: performs(operations.payoutFailed),
    payoutPaid: performs(operations.payoutPaid),
    enableOutgoing: performs(operations.enableOutgoing),
    enablePayouts: performs(operations.enablePayouts),
    releaseMessages: performs(operations.releaseMessages),
    dropMessages: performs(operations.dropMessages),
    suspend: performs(operations.suspend),
    unsuspend: performs(operations.unsuspend),
    hide: performs(operations.hide),
    unhide: performs(operations.unhide),
    simChanged: performs(operations.simChanged),
    newNumber: performs(operations.newNumber),
    forgetPin: performs(operations.forgetPin),
    leavePin: performs(operations.leavePin),
    visited: performs(operations.visited),
    unvisited: performs(operations.unvisited),
    endLot: performs(operations.endLot),
    endReport: performs(operations.endReport),
    rebuildPrices: performs(operations.rebuildPrices),
    importPrices: performs(operations.importPrices),
    importStatement: performs(operations.importStatement),
    closeUnmatched: performs(operations.closeUnmatched),
    invite: performs(operations.invite),
    newOperatorLink: performs(operations.newOperatorLink),
    changeRole: performs(operations.changeRole),
    closeOperator: performs(operations.closeOperator),
    chooseDisplayName: performs(operations.chooseDisplayName),
  },
};
