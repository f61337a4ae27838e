import * as z from 'zod/mini';
import { deskSearchInput, openCaseInput, visitsInput } from '#features/operator/rules/cases.ts';
import {
  authenticationResponse,
  loginPasswordInput,
  newPasswordInput,
  registrationResponse,
} from '#features/operator/rules/entry.ts';
import { declineInput, requestInput } from '#features/operator/rules/operations.ts';
import { listFarmsToVisit } from '#features/operator/server/cases/case-queries.ts';
import { listCases } from '#features/operator/server/cases/list-cases.ts';
import {
  openAccount,
  openOrder,
  openReport,
  openRequest,
  plainInput,
} from '#features/operator/server/cases/open-case.ts';
import { search } from '#features/operator/server/cases/search.ts';
import { logInWithPassword } from '#features/operator/server/entry/log-in.ts';
import { askForPasskey, logInWithPasskey } from '#features/operator/server/entry/passkeys.ts';
import {
  choosePasskey,
  choosePassword,
  offerPasskeyToLink,
  openLink,
} from '#features/operator/server/entry/use-link.ts';
import { listActions } from '#features/operator/server/log/chain-queries.ts';
import { verifyLog } from '#features/operator/server/log/verify-log.ts';
import {
  operations,
  operationsByName,
} from '#features/operator/server/operations/all-operations.ts';
import {
  type Acting,
  approve,
  decline,
  look,
} from '#features/operator/server/operations/perform.ts';
import { deleteSession, listOperators } from '#features/operator/server/people/queries.ts';
import { listOpenRequests } from '#features/operator/server/requests/queries.ts';
import { ID_MAX } from '#platform/rules/limits.ts';
import type { Database } from '#platform/server/db/database.ts';
import { publicProcedure } from '#platform/server/trpc/procedures.ts';
import { operatorProcedure, performs } from './operator-procedure.ts';

const linkInput = z.object({ token: z.string().check(z.maxLength(100)) });

const entry = {
  /** Whose link it is, and the key for an authenticator. */
  openLink: publicProcedure
    .input(linkInput)
    .query(({ ctx, input: { token } }) => openLink(ctx.db, token, ctx.services)),
  offerPasskey: publicProcedure
    .input(linkInput)
    .mutation(({ ctx, input: { token } }) => offerPasskeyToLink(ctx.db, token, ctx.services)),
  choosePasskey: publicProcedure
    .input(z.extend(linkInput, { response: registrationResponse }))
    .mutation(async ({ ctx, input }) => ({
      token: await choosePasskey(ctx.db, input, ctx, ctx.services),
    })),
  choosePassword: publicProcedure
    .input(z.extend(linkInput, newPasswordInput.shape))
    .mutation(async ({ ctx, input }) => ({
      token: await choosePassword(ctx.db, input, ctx, ctx.services),
    })),
  askForPasskey: publicProcedure.mutation(({ ctx }) => askForPasskey(ctx.db, ctx, ctx.services)),
  logInWithPasskey: publicProcedure
    .input(authenticationResponse)
    .mutation(async ({ ctx, input }) => ({
      token: await logInWithPasskey(ctx.db, input, ctx, ctx.services),
    })),
  logInWithPassword: publicProcedure.input(loginPasswordInput).mutation(async ({ ctx, input }) => ({
    token: await logInWithPassword(ctx.db, input, ctx, ctx.services),
  })),
  logOut: operatorProcedure.mutation(({ ctx }) => deleteSession(ctx.db, ctx.desk.tokenHash)),
  me: operatorProcedure.query(({ ctx: { desk } }) => ({
    name: desk.person.name,
    role: desk.person.role,
    endsAt: desk.endsAt,
  })),
};

const requests = {
  list: operatorProcedure.query(({ ctx }) =>
    look(ctx.db, { what: 'requests', ...ctx.acting }, (tx) =>
      listOpenRequests(tx, ctx.services.clock()),
    ),
  ),
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

/** A page of a case. What was looked at is in the log. */
const opens = <Page extends keyof typeof subjects, Opened>(
  page: Page,
  open: (tx: Database, id: number, acting: Acting) => Promise<Opened>,
) =>
  operatorProcedure
    .input(openCaseInput)
    .query(({ ctx, input: { id } }) =>
      look(ctx.db, { what: page, subject: { [subjects[page]]: id }, ...ctx.acting }, (tx) =>
        open(tx, id, ctx.acting),
      ),
    );
const subjects = {
  order: 'orderId',
  report: 'reportId',
  account: 'accountId',
  request: 'requestId',
} as const;

const cases = {
  list: operatorProcedure.query(({ ctx }) =>
    look(ctx.db, { what: 'cases', ...ctx.acting }, (tx) => listCases(tx, ctx.services.clock())),
  ),
  order: opens('order', openOrder),
  report: opens('report', openReport),
  account: opens('account', openAccount),
  request: opens('request', openRequest),
  search: operatorProcedure
    .input(deskSearchInput)
    .query(({ ctx, input }) =>
      look(ctx.db, { what: 'search', subject: input, ...ctx.acting }, (tx) =>
        search(tx, input.text),
      ),
    ),
  visits: operatorProcedure
    .input(visitsInput)
    .query(({ ctx, input: { position } }) =>
      look(ctx.db, { what: 'farms to visit', ...ctx.acting }, (tx) =>
        listFarmsToVisit(tx, position),
      ),
    ),
};

const beforeInput = z.object({
  beforeId: z.nullable(z.int().check(z.gte(1), z.lte(ID_MAX))),
});

export const desk = {
  entry,
  requests,
  cases,
  people: operatorProcedure.query(({ ctx }) =>
    look(ctx.db, { what: 'operators', ...ctx.acting }, async (tx) =>
      (await listOperators(tx)).map(({ name, role, closedAt, linkExpiresAt }) => ({
        name,
        role,
        closedAt,
        linkExpiresAt,
      })),
    ),
  ),
  log: operatorProcedure.input(beforeInput).query(async ({ ctx, input: { beforeId } }) =>
    (await listActions(ctx.db, beforeId)).map(({ before: _, after: __, details, ...action }) => ({
      ...action,
      details: plainInput(details),
    })),
  ),
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
    endReport: performs(operations.endReport),
    rebuildPrices: performs(operations.rebuildPrices),
    importPrices: performs(operations.importPrices),
    invite: performs(operations.invite),
    newOperatorLink: performs(operations.newOperatorLink),
    changeRole: performs(operations.changeRole),
    closeOperator: performs(operations.closeOperator),
  },
};
