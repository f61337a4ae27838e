/*
 * One transaction checks the role and whether a second person is needed, does the work, and adds
 * the row to the log. A refusal undoes it and is a row of its own.
 */

import { OPERATOR_REQUEST_SECONDS } from '#operator/rules/desk-input.ts';
import { dayInNairobi, hourInNairobi } from '#rules/day.ts';
import { AppError, errorText } from '#server/app-error.ts';
import { secondsAfter } from '#server/clock.ts';
import { retryTransaction } from '#server/database.ts';
import { sha256 } from '#server/hashes.ts';
import { m } from '#text';
import {
  appendAction,
  decideRequest,
  insertRequest,
  lockHead,
  lockRequest,
  sumMoved,
} from '../action-queries.ts';
import {
  areTwoKnown,
  type Definition,
  definitionOf,
  findRole,
  isSamePerson,
  type Operation,
  OperatorError,
  type OperatorServices,
  type Person,
  refuseUnnamed,
  type Sentence,
} from './operation.ts';

export type Acting = { person: Person; services: OperatorServices };

export type Performed =
  | { outcome: 'done'; said: Sentence }
  | { outcome: 'requested'; requestId: number };

type Call<Input> = Acting & {
  input: Input;
  seen?: string | undefined;
};

/** Requests the operation if it takes a second person. */
export async function perform<Input extends object>(
  db: Database,
  operation: Operation<Input>,
  { input, seen, person, services }: Call<Input>,
): Promise<Performed> {
  const definition = definitionOf(operation);
  const now = services.clock();
  const logged = definition.logged?.(input) ?? input;
  const refusal = { action: operation.name, details: logged, person, now };
  return loggingRefusals(db, refusal, async () => {
    const prepared = await prepare(definition, { input, person, services });
    return inTurn(db, async (tx) => {
      refuseOtherRoles(definition, person);
      const before = (await definition.stateOf?.(tx, input)) ?? null;
      if (seen !== undefined && seen !== markOf(before)) throw new OperatorError(m.deskStale);
      const { needsTwo, movedCents } = await measure(tx, definition, { input, person, services });
      const isAlone = needsTwo && !(await areTwoKnown(tx, services));
      if (needsTwo && !isAlone) {
        await refuseUnnamed(tx, person, services);
        const request = { operation: operation.name, input, state: before };
        const requestId = await insertRequest(tx, {
          ...request,
          requestedBy: person.name,
          requestedAt: now,
        });
        const details = { ...logged, requestId };
        await appendAction(tx, {
          ...rowOf(person, operation.name, now),
          outcome: 'requested',
          details,
          before,
        });
        return { outcome: 'requested', requestId };
      }
      const work = { person, services, now, prepared, isAlone, requestedBy: null };
      const done = await definition.work(tx, input, work);
      const details = {
        ...logged,
        ...(movedCents > 0 && { movedCents }),
        ...(isAlone && { alone: true }),
        ...done.details,
      };
      const after = (await definition.stateOf?.(tx, input)) ?? null;
      await appendAction(tx, { ...rowOf(person, operation.name, now), details, before, after });
      return { outcome: 'done', said: done.said };
    });
  });
}

type Decision = Acting & { requestId: number; operations: ReadonlyMap<string, Operation<never>> };

/** Once, within a day, and only if the subject has not changed since. */
export async function approve(
  db: Database,
  { requestId, operations, person, services }: Decision,
): Promise<Sentence> {
  const now = services.clock();
  const refusal = { action: 'approve', details: { requestId }, person, now };
  return decideInTurn(db, refusal, async (tx) => {
    const request = await lockOpenRequest(tx, requestId, now);
    const operation = operations.get(request.operation);
    if (!operation) throw new OperatorError(m.errorNotFound);
    const definition = definitionOf(operation);
    refuseOtherRoles(definition, person);
    if (isSamePerson(request.requestedBy, person.name)) throw new OperatorError(m.deskOwnRequest);
    await refuseUnnamed(tx, person, services);
    const requestersRole = await findRole(tx, request.requestedBy, services);
    if (!requestersRole || !definition.roles.includes(requestersRole))
      throw new OperatorError(m.deskRequesterMayNot, { name: request.requestedBy });
    const input = definition.input.parse(request.input);
    const before = (await definition.stateOf?.(tx, input)) ?? null;
    if (markOf(before) !== markOf(request.state)) throw new OperatorError(m.deskRequestStale);
    await decideRequest(tx, { id: requestId, decision: 'approved', decidedBy: person.name, now });
    // Operations that take two people have nothing to prepare.
    const { requestedBy } = request;
    const work = { person, services, now, prepared: undefined, isAlone: false, requestedBy };
    const done = await definition.work(tx, input, work);
    const after = (await definition.stateOf?.(tx, input)) ?? null;
    const logged: object = definition.logged?.(input) ?? input;
    const details = { ...logged, requestId, requestedBy, ...done.details };
    await appendAction(tx, { ...rowOf(person, operation.name, now), details, before, after });
    return done.said;
  });
}

export async function decline(
  db: Database,
  { requestId, reason, operations, person, services }: Decision & { reason: string },
) {
  const now = services.clock();
  const details = { requestId, reason };
  await decideInTurn(db, { action: 'decline', details, person, now }, async (tx) => {
    const request = await lockOpenRequest(tx, requestId, now);
    const operation = operations.get(request.operation);
    if (operation) refuseOtherRoles(operation, person);
    await decideRequest(tx, { id: requestId, decision: 'declined', decidedBy: person.name, now });
    await appendAction(tx, {
      ...rowOf(person, 'decline', now),
      details: { ...details, operation: request.operation, requestedBy: request.requestedBy },
    });
  });
}

/**
 * Shows personal data and logs that in the same transaction. Refusals are logged too: they can
 * reveal missing accounts. `subject`: such as `{ orderId: 12 }`.
 */
export function auditedRead<Seen>(
  db: Database,
  { what, subject = {}, person, services }: Acting & { what: string; subject?: object },
  read: (tx: Database) => Promise<Seen>,
): Promise<Seen> {
  const now = services.clock();
  return loggingRefusals(db, { action: what, details: subject, person, now }, () =>
    retryTransaction(db, async (tx) => {
      const seen = await read(tx);
      const row = { ...rowOf(person, what, now), outcome: 'looked' as const, details: subject };
      await appendAction(tx, row);
      return seen;
    }),
  );
}

/**
 * Tells a page whether the role may do an operation, whether another person has to approve it, and
 * the mark of the state. Locks the end of the log before the subject, as `perform` does, so that
 * the two cannot deadlock.
 */
export async function preview<Input extends object>(
  tx: Database,
  operation: Operation<Input>,
  { input, person, services }: Acting & { input: Input },
) {
  await lockHead(tx);
  const definition = definitionOf(operation);
  const state = (await definition.stateOf?.(tx, input)) ?? null;
  const { needsTwo } = await measure(tx, definition, { input, person, services });
  const isAllowed = definition.roles.includes(person.role);
  return { isAllowed, takesTwo: needsTwo, seen: markOf(state) };
}

async function measure<Input extends object>(
  tx: Database,
  { needsTwo, movesCents }: Definition<Input>,
  { input, person, services }: Acting & { input: Input },
) {
  const movedCents = (await movesCents?.(tx, input)) ?? 0;
  const today = hourInNairobi(dayInNairobi(services.clock()), 0);
  const isMuch = async () =>
    movedCents + (await sumMoved(tx, { operator: person.name, since: today })) >
    services.operatorSettings.twoPeopleAboveCents;
  return {
    movedCents,
    needsTwo: ((await needsTwo?.(tx, input)) ?? false) || (movedCents > 0 && (await isMuch())),
  };
}

/** Equal states have equal marks, whatever the order of their keys. */
const markOf = (state: unknown) => sha256(JSON.stringify(sorted(state))).slice(0, 16);

function sorted(value: unknown): unknown {
  if (value instanceof Date || typeof value !== 'object' || value === null) return value ?? null;
  if (Array.isArray(value)) return value.map(sorted);
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  entries.sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, part]) => [key, sorted(part)]));
}

const rowOf = ({ name, device }: Person, action: string, now: Date) => ({
  operator: name,
  action,
  device,
  happenedAt: now,
});

/** Nothing is prepared for a role that may not do it; the transaction refuses it. */
const prepare = async <Input extends object>(
  { roles, prepare }: Definition<Input>,
  { input, person, services }: Acting & { input: Input },
) => (roles.includes(person.role) ? prepare?.(input, services) : undefined);

function refuseOtherRoles({ roles }: Pick<Definition<never>, 'roles'>, { role }: Person) {
  if (!roles.includes(role)) throw new OperatorError(m.deskRoleRefused);
}

async function lockOpenRequest(tx: Database, id: number, now: Date) {
  const request = await lockRequest(tx, id);
  if (!request) throw new OperatorError(m.errorNotFound);
  if (request.decision) {
    throw new OperatorError(m.deskRequestDecided, { name: request.decidedBy ?? '' });
  }
  if (secondsAfter(request.requestedAt, OPERATOR_REQUEST_SECONDS) <= now)
    throw new OperatorError(m.deskRequestLapsed);
  return request;
}

/** One after the other, so that two operators cannot settle one case. */
const inTurn = <Answer>(db: Database, run: (tx: Database) => Promise<Answer>): Promise<Answer> =>
  retryTransaction(db, async (tx) => {
    await lockHead(tx);
    return run(tx);
  });

const decideInTurn = <Answer>(
  db: Database,
  refusal: Refusal,
  run: (tx: Database) => Promise<Answer>,
) => loggingRefusals(db, refusal, () => inTurn(db, run));

type Refusal = { action: string; details: object; person: Person; now: Date };

async function loggingRefusals<Answer>(
  db: Database,
  { action, details, person, now }: Refusal,
  run: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof AppError) {
      const why = errorText(error, 'en');
      await db.transaction((tx) =>
        appendAction(tx, {
          ...rowOf(person, action, now),
          outcome: 'refused',
          details: { ...details, why },
        }),
      );
    }
    throw error;
  }
}
