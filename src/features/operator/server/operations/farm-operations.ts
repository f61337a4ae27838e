import {
  findVisitState,
  type RecordedVisit,
  recordVisit,
  removeVisit,
} from '#farms/server/place-farm.ts';
import { unvisitInput, type VisitInput, visitInput } from '#operator/rules/operations.ts';
import { findOperatorNamed } from '#operator/server/people/queries.ts';
import { addVisitPhoto, type PrivatePhoto, readVisitPhoto } from '#photos/server/private-photos.ts';
import { judgeTakenAt } from '#platform/rules/fields.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Database } from '#platform/server/db/database.ts';
import { sha256 } from '#platform/server/hashes.ts';
import { m } from '#text';
import { defineOperation } from './operation.ts';
import { OperatorError, say } from './operator-services.ts';
import { momentText } from './value-texts.ts';

const roles = ['support', 'lead'] as const;

const stateOf = (db: Database, { account }: { account: string | number }) =>
  findVisitState(db, account);

/** The operators' photos take one turn among all uploads. No user has this id. */
const OPERATORS_TURN = 0;

/** An officer may be offline, so the visit may arrive later, and twice. */
export const visited = defineOperation({
  name: 'visited',
  input: visitInput,
  roles,
  stateOf,
  logged: ({ photo, ...input }) => ({ ...input, ...(photo && { photoSha256: sha256(photo) }) }),
  prepare: async ({ photo }): Promise<PrivatePhoto | null> =>
    photo ? readVisitPhoto(OPERATORS_TURN, Buffer.from(photo, 'base64')) : null,
  async work(tx, input, { now, person, services, prepared: photo }) {
    const { account } = input;
    const found = await recordVisit(tx, {
      account,
      visitedAt: momentOf(input, now),
      visitedBy: (await findOperatorNamed(tx, person.name))?.displayName ?? null,
      position: input.position ?? null,
      pin: input.pin ?? null,
    });
    const farmerId = farmIn(found, account);
    if (photo) await addVisitPhoto(tx, { farmerId, photo, now }, services.photoStore);
    return { said: say(m.deskVisited, { account }) };
  },
});

/** A clock that is wrong says nothing about the visit. */
function momentOf({ at }: VisitInput, now: Date): Date {
  const { takenAt, isTakenAtDoubtful } = judgeTakenAt(at, now);
  return takenAt === null || isTakenAtDoubtful ? now : takenAt;
}

function farmIn(found: RecordedVisit, account: string | number): number {
  switch (found.outcome) {
    case 'done':
      return found.farmerId;
    case 'unknown':
      throw new OperatorError(say(m.deskNoFarmer, { account }));
    case 'known':
      throw new AppError('VISIT_KNOWN');
    case 'older':
      throw new OperatorError(say(m.deskVisitedSince, { moment: momentText(found.visitedAt) }));
    case 'moved':
      throw new OperatorError(say(m.deskFarmMoved, {}));
  }
}

export const unvisited = defineOperation({
  name: 'unvisited',
  input: unvisitInput,
  roles,
  stateOf,
  async work(tx, { account }) {
    const found = await removeVisit(tx, account);
    if (found === 'unknown') throw new OperatorError(say(m.deskNoFarmer, { account }));
    if (found === 'already') throw new OperatorError(say(m.deskNotVisited, { account }));
    return { said: say(m.deskUnvisited, { account }) };
  },
});
