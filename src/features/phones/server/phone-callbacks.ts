import { setTimeout as pause } from 'node:timers/promises';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { provesPerson } from '#accounts/server/trust-in-number.ts';
import { SMS_CALLBACK_MAX_BYTES, USSD_RESUMED_SECONDS } from '#notifications/rules/notice.ts';
import {
  claimUssdStep,
  findLastUssdState,
  findUssdSession,
  insertUssdSession,
  saveUssdStep,
} from '#notifications/server/phone-queries.ts';
import { receiveSmsReport } from '#notifications/server/send-sms.ts';
import { measureSms } from '#rules/text/sms.ts';
import { AppError } from '#server/app-error.ts';
import { secondsAfter } from '#server/clock.ts';
import { hmac, isSameHash } from '#server/hashes.ts';
import { answerError, isUnforeseen, type RequestEnv } from '#server/http/rest.ts';
import { m } from '#text';
import { USSD_ANSWER_MILLISECONDS } from '../rules/intents.ts';
import { findSpeaker, type KnownSpeaker } from './queries.ts';
import { kenyanMobile, receiveSms, storable } from './receive-sms.ts';
import { say, speakersCall } from './speakers.ts';
import { isState, languageOf, MAIN, type Screen, USSD_CHARACTERS } from './ussd/define-screen.ts';
import { isPersonal, showScreen, takeStep } from './ussd/screens.ts';

const REPORT_FIELD_MAX = 100;

type CallbackContext = Context<RequestEnv, '/:secret'>;

const limit = bodyLimit({
  maxSize: SMS_CALLBACK_MAX_BYTES,
  onError: (c) => answerError(c, new AppError('PAYLOAD_TOO_LARGE')),
});

function isService(c: CallbackContext) {
  const secret = c.get('context').services.sms?.callbackSecret;
  return secret !== undefined && isSameHash(c.req.param('secret'), secret);
}

const formOf = async (c: CallbackContext) => new URLSearchParams(await c.req.text());

/**
 * Unsigned, so the secret in the path authenticates them. The answer is always 200, because the
 * service would retry otherwise.
 */
export const smsCallbacks = new Hono<RequestEnv>()
  .post('/incoming/:secret', limit, async (c) => {
    if (!isService(c)) return answerError(c, new AppError('NOT_FOUND'));
    const form = await formOf(c);
    const { db, services } = c.get('context');
    await receiveSms(
      db,
      {
        serviceId: form.get('id') ?? '',
        from: form.get('from') ?? '',
        text: form.get('text') ?? '',
      },
      services,
    );
    return c.body(null, 200);
  })
  .post('/report/:secret', limit, async (c) => {
    if (!isService(c)) return answerError(c, new AppError('NOT_FOUND'));
    const form = await formOf(c);
    const { db, services } = c.get('context');
    const report = {
      serviceId: storable(form.get('id') ?? '', REPORT_FIELD_MAX),
      phoneNumber: kenyanMobile(form.get('phoneNumber') ?? '') ?? '',
      status: form.get('status') ?? '',
      failure: storable(form.get('failureReason') ?? '', REPORT_FIELD_MAX),
    };
    await receiveSmsReport(db, report, services);
    return c.body(null, 200);
  });

export const ussdCallback = new Hono<RequestEnv>().post('/:secret', limit, async (c) => {
  if (!isService(c)) return answerError(c, new AppError('NOT_FOUND'));
  const form = await formOf(c);
  const { db, services } = c.get('context');
  const { sessionId, phoneNumber, text } = {
    sessionId: '',
    phoneNumber: '',
    text: '',
    ...Object.fromEntries(form),
  };
  const answer = answerUssd(db, { sessionId, phoneNumber, text }, services);
  return c.text(await answer.catch((error: unknown) => sayFailed(error, services)));
});

/** The network shows only text/plain, also while the database is down. */
function sayFailed(error: unknown, { log }: { log: Logger }) {
  if (isUnforeseen(error)) log.error({ err: error }, 'a USSD step failed unexpectedly');
  return `END ${say('sw', m.smsFailed)}\n${say('en', m.smsFailed)}`;
}

/*
 * The network sends all the input of a session, joined by stars; "CON" continues it, "END" ends it.
 * Sessions are stored, so only the new input matters. The same request twice is one step, and a
 * late request is ignored. A phone can resume a session within ten minutes by dialling again.
 */
type Dialled = { sessionId: string; phoneNumber: string; text: string };

const SESSION_ID_MAX = 100;
/** Numbers may be dialled with answers, as in *384*77*1*2#. */
const DIALLED_AHEAD_MAX = 6;

/** The network drops late answers. */
async function answerUssd(db: Database, dialled: Dialled, services: Services) {
  const step = answerStep(db, dialled, services);
  const timer = new AbortController();
  try {
    const late = pause(USSD_ANSWER_MILLISECONDS, null, { signal: timer.signal, ref: false });
    const answer = await Promise.race([step, late]);
    if (answer !== null) return answer;
  } finally {
    timer.abort();
  }
  step.catch((error: unknown) =>
    services.log.warn({ err: error }, 'a USSD step failed after it had taken too long'),
  );
  // The query for the user, and so for the language, may be the slow one.
  return `END ${say('sw', m.smsUssdLate)}\n${say('en', m.smsUssdLate)}`;
}

async function answerStep(db: Database, dialled: Dialled, services: Services) {
  const phoneNumber = kenyanMobile(dialled.phoneNumber);
  const sessionId = storable(dialled.sessionId, SESSION_ID_MAX);
  if (phoneNumber === null || sessionId === '') return `END ${say('en', m.smsFailed)}`;
  const own = { sessionId, phoneNumber };
  const session = await findUssdSession(db, own);
  if (!session) return beginSession(db, { ...own, text: dialled.text }, services);
  const now = services.clock();
  const { typedHash: from, answer } = session;
  const inputs = wordsAfter(dialled.text, from, services);
  const to = hashTyped(dialled.text, services);
  if (inputs.length > 0 && (await claimUssdStep(db, { ...own, from, to, now }))) {
    return goOn(db, { ...own, typedHash: to, place: session, inputs }, services);
  }
  if (answer !== null) return answer;
  // Another request is taking this step.
  const speaker = await findSpeaker(db, phoneNumber);
  const screen = screenOf(session, { speaker, now });
  return `CON ${await showScreen(onScreen(db, { screen, speaker, phoneNumber }, services), '')}`;
}

/** Keyed, because the input may contain a PIN or code, which could be guessed from a plain hash. */
const hashTyped = (text: string, { secret }: Services) => hmac(secret, 'ussd typed', text);

/** Empty if the request is late or belongs to another input. */
function wordsAfter(text: string, typedHash: string, services: Services): string[] {
  let known = text.length;
  for (let count = 0; count < DIALLED_AHEAD_MAX && known > 0; count++) {
    const star = text.lastIndexOf('*', known - 1);
    known = Math.max(0, star);
    if (hashTyped(text.slice(0, known), services) === typedHash)
      return text.slice(star + 1).split('*');
  }
  return [];
}

async function beginSession(
  db: Database,
  { sessionId, phoneNumber, text }: Dialled,
  services: Services,
) {
  const now = services.clock();
  const last = await findLastUssdState(db, {
    phoneNumber,
    since: secondsAfter(now, -USSD_RESUMED_SECONDS),
  });
  const inputs = text === '' ? [] : text.split('*', DIALLED_AHEAD_MAX + 1);
  const isResumed = inputs.length === 0 && isState(last?.state) && last.state.at !== 'ended';
  const place = isResumed
    ? last
    : await firstPlace(db, { phoneNumber, isDialledAhead: inputs.length > 0, now });
  const own = { sessionId, phoneNumber, typedHash: hashTyped(text, services) };
  const isNew = await insertUssdSession(db, { ...own, ...place, updatedAt: now });
  const isTaken = isNew && inputs.length <= DIALLED_AHEAD_MAX;
  return goOn(db, { ...own, place, inputs: isTaken ? inputs : [] }, services);
}

/**
 * Asks a farmer without a PIN to choose one before the phone's long silence makes it impossible.
 * The agent who made an account must not know its PIN.
 */
async function firstPlace(
  db: Database,
  { phoneNumber, isDialledAhead, now }: { phoneNumber: string; isDialledAhead: boolean; now: Date },
): Promise<Place> {
  const speaker = isDialledAhead ? null : await findSpeaker(db, phoneNumber);
  const isAsked = speaker?.role === 'farmer' && !speaker.hasPin && provesPerson(speaker, now);
  return isAsked
    ? { state: { at: 'pinNew' }, userId: speaker.userId }
    : { state: MAIN, userId: null };
}

type Place = { state: unknown; userId: number | null };
type Present = { speaker: KnownSpeaker | null; now: Date };

/** The main screen if the number has another user now, or if the screen requires the PIN. */
function screenOf({ state, userId }: Place, { speaker, now }: Present): Screen {
  if (!isState(state) || userId !== (speaker?.userId ?? null)) return MAIN;
  return speaker && isPersonal(state) && !provesPerson(speaker, now) ? MAIN : state;
}

function withNumber(said: string, language: Language, { sms }: Services) {
  const whole = sms && `${said}\n${say(language, m.smsWriteTo, { number: sms.sender })}`;
  return whole && measureSms(whole).characters <= USSD_CHARACTERS ? whole : said;
}

type Shown = { screen: Screen; speaker: KnownSpeaker | null; phoneNumber: string };

const onScreen = (db: Database, { speaker, ...shown }: Shown, services: Services) =>
  speaker
    ? { ...speakersCall(db, speaker, services), ...shown }
    : { ...services, ...shown, db, speaker, language: languageOf(shown.screen, null) };

type Going = {
  sessionId: string;
  phoneNumber: string;
  typedHash: string;
  place: Place;
  inputs: string[];
};

async function goOn(db: Database, { place, inputs, ...own }: Going, services: Services) {
  const { phoneNumber } = own;
  let speaker = await findSpeaker(db, phoneNumber);
  let screen = screenOf(place, { speaker, now: services.clock() });
  let said = '';
  for (const input of inputs) {
    if (screen.at === 'ended') break;
    const stepped = await takeStep(
      onScreen(db, { screen, speaker, phoneNumber }, services),
      input.trim(),
    );
    screen = stepped.screen;
    said = stepped.said ?? '';
    // A correct PIN or another language applies to the next step.
    speaker = await findSpeaker(db, phoneNumber);
  }
  const answer =
    screen.at === 'ended'
      ? `END ${withNumber(said, languageOf(screen, speaker), services)}`
      : `CON ${await showScreen(onScreen(db, { screen, speaker, phoneNumber }, services), said)}`;
  await saveUssdStep(db, own, {
    state: screen,
    answer,
    userId: speaker?.userId ?? null,
    updatedAt: services.clock(),
  });
  return answer;
}
