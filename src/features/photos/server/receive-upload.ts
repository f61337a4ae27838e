import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import type { Context as HonoContext } from 'hono';
import * as z from 'zod/mini';
import { type JudgedMoment, judgeTakenAt, takenAt } from '#rules/fields.ts';
import { HOUR_SECONDS } from '#rules/limits.ts';
import type { KeyScope } from '#rules/role.ts';
import { AppError } from '#server/app-error.ts';
import { createFairQueue, type WithoutSlot } from '#server/fair-queue.ts';
import { clientOfPerson } from '#server/heavy-work.ts';
import {
  type FileRules,
  type Multipart,
  photoRules,
  readMultipart,
} from '#server/http/read-multipart.ts';
import { type Answer, answerError, type FieldNames, type RequestEnv } from '#server/http/rest.ts';
import { findAnswer, type KeyedRequest, runOnce } from '#server/idempotency.ts';
import type { RateRule } from '#server/rate-limits.ts';
import {
  DISK_RESERVED_FOR_PROVEN_BYTES,
  FORM_KEEPS_SLOT_MILLISECONDS,
  FORMS_RECEIVED_OF_UNPROVEN,
  FORMS_RECEIVED_PER_PERSON,
  FORMS_WAITING_PER_PERSON,
  PHOTO_TURN_MILLISECONDS,
  PHOTO_TURNS_WAITING,
  type PhotoRead,
  UPLOAD_WAIT_MILLISECONDS,
} from '../rules/photo.ts';
import { networksOf, rememberNetworks } from './decode-pictures.ts';
import { storePhotos } from './store-photos.ts';

/**
 * The ledger does not count a form that is being received, so a person's further forms wait unread.
 * An account costs only a mailbox, so those of people without proof also share slots.
 */
const perPerson = {
  perClient: FORMS_RECEIVED_PER_PERSON,
  waitingPerClient: FORMS_WAITING_PER_PERSON,
  waitMilliseconds: PHOTO_TURN_MILLISECONDS,
  retryAfterSeconds: 10,
};
const forms = createFairQueue({ atOnce: Number.POSITIVE_INFINITY, ...perPerson });
const unprovenForms = createFairQueue({
  atOnce: FORMS_RECEIVED_OF_UNPROVEN,
  waitingMax: PHOTO_TURNS_WAITING,
  ...perPerson,
});

export const uploadRate: RateRule = { name: 'upload', points: 600, seconds: HOUR_SECONDS };

export type UploadContext = HonoContext<RequestEnv>;
export type Person = { userId: number; side: Role };

const UPLOAD_PATHS =
  /^\/api\/(farmer\/(photos|profile\/photo|products|products\/[^/]+\/photos)|buyer\/(photos|orders\/[^/]+\/dispute\/photos)|conversations\/(about\/)?[^/]+\/(photos|voice))$/;
const PART_PATHS = /^\/api\/farmer\/uploads(\/[^/]+)?$/;
const MULTIPART = /^multipart\/form-data\b/i;
const FORM_OVERHEAD_BYTES = 1024 * 1024;

export const isMultipart = (c: UploadContext) => MULTIPART.test(c.req.header('content-type') ?? '');

/** The receiving code limits the size of these requests, not the middleware. */
export const isUpload = (c: HonoContext) =>
  PART_PATHS.test(c.req.path) ||
  ((c.req.method === 'POST' || c.req.method === 'PUT') &&
    UPLOAD_PATHS.test(c.req.path) &&
    isMultipart(c as UploadContext));

export const requireFarmer = async (c: UploadContext, keys?: readonly KeyScope[]) => ({
  farmerId: (await requirePerson(c, { by: 'farmer', keys })).userId,
});

/**
 * Waits longer than a procedure, because a refused upload has to be sent again. Work that calls a
 * procedure or reads the body would hold the slot and must not run here.
 */
export function inTurn<T>(
  c: UploadContext,
  work: (withoutSlot: WithoutSlot) => Promise<T>,
): Promise<T> {
  const context = c.get('context');
  return context.services.calls.run(context, work, { waitMilliseconds: UPLOAD_WAIT_MILLISECONDS });
}

export async function requirePerson(
  c: UploadContext,
  { by, keys }: { by?: Role | undefined; keys?: readonly KeyScope[] | undefined } = {},
): Promise<Person> {
  const { bearer, clientAddress, services, session: findSession } = c.get('context');
  const session = await inTurn(c, () => findSession(keys));
  if (bearer) services.calls.remember(bearer, session?.userId ?? null);
  if (!session) throw new AppError('NOT_LOGGED_IN');
  if (by && session.role !== by)
    throw new AppError(by === 'farmer' ? 'FARMERS_ONLY' : 'BUYERS_ONLY');
  rememberNetworks(session.userId, clientAddress);
  return { userId: session.userId, side: session.role };
}

type Options = {
  /** Without it, any user may send. */
  by?: Role | undefined;
  keys?: readonly KeyScope[];
  /** Runs before a byte is read. */
  before?: (person: Person) => Promise<unknown>;
  names?: FieldNames;
  rules?: FileRules;
};

export async function receiveUpload(
  c: UploadContext,
  use: (form: Multipart, person: Person) => Promise<Answer>,
  { by, keys, before, names, rules = photoRules }: Options,
) {
  try {
    const person = await requirePerson(c, { by, keys });
    const { userId } = person;
    const { services } = c.get('context');
    await inTurn(c, () => services.rateLimits.consume(uploadRate, String(userId)));
    if (!isMultipart(c)) throw new AppError('UNSUPPORTED_MEDIA_TYPE');
    const declaredBytes = Number(c.req.header('content-length') ?? 0);
    if (declaredBytes > rules.maxBytes + FORM_OVERHEAD_BYTES) {
      throw new AppError('PAYLOAD_TOO_LARGE', { field: rules.names[0] });
    }
    await services.photoStore.requireRoom();
    if (before) await inTurn(c, () => before(person));
    const contentType = c.req.header('content-type') ?? '';
    const source = { body: bodyOf(c), contentType, folder: services.uploadFolder, rules };
    const { status = 200, body } = await receiveInTurn(c, userId, (isOverdue) =>
      readMultipart({ ...source, isOverdue }, (form) => use(form, person)),
    );
    return c.json({ success: true, ...body }, status);
  } catch (error) {
    return answerError(c, error, names);
  }
}

/** Slow forms of people without proof keep their slots only as long as nobody waits for one. */
async function receiveInTurn<T>(
  c: UploadContext,
  userId: number,
  receive: (isOverdue: () => boolean) => Promise<T>,
): Promise<T> {
  const { db, services } = c.get('context');
  const client = clientOfPerson(userId);
  if (await inTurn(c, () => services.isProven(db, userId)))
    return forms.run(client, () => receive(() => false));
  await services.photoStore.requireRoom(DISK_RESERVED_FOR_PROVEN_BYTES);
  const work = () => {
    const since = services.clock().getTime();
    return receive(
      () =>
        services.clock().getTime() - since > FORM_KEEPS_SLOT_MILLISECONDS && unprovenForms.isFull(),
    );
  };
  return unprovenForms.run(client, work, { networks: networksOf(client) });
}

/** A test request has no socket. */
export function bodyOf(c: UploadContext): Readable {
  const { incoming } = (c.env ?? {}) as { incoming?: unknown };
  if (incoming instanceof Readable) return incoming;
  // The DOM's type lacks members of Node's.
  return c.req.raw.body
    ? Readable.fromWeb(c.req.raw.body as NodeReadableStream)
    : Readable.from([]);
}

type KeyedForm = { operation: string; userId: number; form: Multipart };

/** Null without an Idempotency-Key. The input is the whole form. */
export async function keyedUpload(
  c: UploadContext,
  { operation, userId, form }: KeyedForm,
): Promise<KeyedRequest | null> {
  const { idempotencyKey } = c.get('context');
  if (idempotencyKey === undefined) return null;
  return { userId, operation, idempotencyKey, input: await form.hash() };
}

/**
 * Photos are stored before the transaction, because that may take seconds. If two requests with the
 * same key do so concurrently, the second one's photos are swept after a day.
 */
export async function storeUpload<T>(
  c: UploadContext,
  upload: KeyedForm & { isAtOnce?: boolean },
  use: (photos: PhotoRead[], db: Database) => Promise<T>,
): Promise<T> {
  const { db, services } = c.get('context');
  const { userId: farmerId, form, isAtOnce = false } = upload;
  const taken = takenOf(form, services.clock());
  const files = form.files.map((file) => ({ ...file, ...taken }));
  const request = await keyedUpload(c, upload);
  const done = request && (await findAnswer<T>(db, request, services.clock));
  if (done) return done.answer;
  return storePhotos(db, { farmerId, files, isAtOnce, ...services }, (photos) =>
    request
      ? runOnce(db, request, { clock: services.clock, run: (tx) => use(photos, tx) })
      : use(photos, db),
  );
}

const fields = z.object({ takenAt: z.optional(takenAt) });

export const takenOf = (form: Multipart, now: Date): JudgedMoment =>
  judgeTakenAt(fields.parse({ takenAt: form.fields.takenAt }).takenAt, now);

export function refuseWithoutPhotos({ files }: Multipart) {
  if (files.length === 0) throw new AppError('PHOTO_MISSING', { field: 'photos' });
}
