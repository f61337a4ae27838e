/*
 * USSD: the network sends all that was typed so far, joined by stars, and shows what we answer; "CON" goes on, "END" ends. Where a
 * session stands is kept here, so only the last word of it matters, however long it is. The same request twice is one step. A session
 * that broke off goes on where it was when the phone dials again within ten minutes.
 */
import { type Clock, secondsAfter } from '#server/clock.ts';
import type { Database } from '#server/db/database.ts';
import { sha256 } from '#server/hashes.ts';
import { USSD_RESUMED_SECONDS } from '#shared/limits.ts';
import { findSpeaker } from './lines/queries.ts';
import { kenyanMobile, storable } from './receive-sms.ts';
import { say } from './say.ts';
import { claimUssdStep, findLastUssdState, findUssdSession, insertUssdSession, saveUssdStep } from './ussd/queries.ts';
import { isState, MAIN, type Screen } from './ussd/screen.ts';
import { showScreen } from './ussd/show-screen.ts';
import { takeStep } from './ussd/take-step.ts';

type Needs = { clock: Clock; secret: string };
type Dialled = { sessionId: string; phoneNumber: string; text: string };

const SESSION_ID_MAX = 100;
/** A short number may be dialled with its answers, as in *384*77*1*2#. More than this are no answers that somebody gave. */
const DIALLED_AHEAD_MAX = 6;

/** Answers one step of a session, with CON or END in front. */
export async function answerUssd(db: Database, dialled: Dialled, services: Needs): Promise<string> {
  const phoneNumber = kenyanMobile(dialled.phoneNumber);
  const sessionId = storable(dialled.sessionId, SESSION_ID_MAX);
  if (phoneNumber === null || sessionId === '') return `END ${say('en', 'failed', {})}`;
  const { text } = dialled;
  const session = await findUssdSession(db, { sessionId, phoneNumber });
  const now = services.clock();
  const to = sha256(text);
  if (!session) return beginSession(db, { sessionId, phoneNumber, text }, services);
  if (session.typedHash === to && session.answer !== null) return session.answer;
  const screen = isState(session.state) ? session.state : MAIN;
  const isTaken = session.typedHash !== to && (await claimUssdStep(db, { sessionId, from: session.typedHash, to, now }));
  const inputs = isTaken ? [text.slice(text.lastIndexOf('*') + 1)] : [];
  return goOn(db, { sessionId, phoneNumber, screen, inputs }, services);
}

async function beginSession(db: Database, { sessionId, phoneNumber, text }: Dialled, services: Needs): Promise<string> {
  const now = services.clock();
  const last = await findLastUssdState(db, { phoneNumber, since: secondsAfter(now, -USSD_RESUMED_SECONDS) });
  const inputs = text === '' ? [] : text.split('*', DIALLED_AHEAD_MAX + 1);
  const isResumed = inputs.length === 0 && isState(last) && last.at !== 'ended';
  const screen = isResumed ? last : MAIN;
  const isNew = await insertUssdSession(db, { sessionId, phoneNumber, state: screen, typedHash: sha256(text), updatedAt: now });
  return goOn(
    db,
    { sessionId, phoneNumber, screen, inputs: isNew && inputs.length <= DIALLED_AHEAD_MAX ? inputs : [] },
    services,
  );
}

type Going = { sessionId: string; phoneNumber: string; screen: Screen; inputs: string[] };

async function goOn(db: Database, { sessionId, phoneNumber, screen: from, inputs }: Going, services: Needs): Promise<string> {
  let screen = from;
  let said = '';
  for (const input of inputs) {
    if (screen.at === 'ended') break;
    // Looked up anew for each step: a right PIN, or another language, counts for the next one.
    const speaker = await findSpeaker(db, phoneNumber);
    const stepped = await takeStep(db, { screen, input: input.trim(), speaker }, services);
    screen = stepped.screen;
    said = stepped.said ?? '';
  }
  const speaker = await findSpeaker(db, phoneNumber);
  const answer = screen.at === 'ended' ? `END ${said}` : `CON ${await showScreen(db, { screen, said, speaker }, services)}`;
  await saveUssdStep(db, sessionId, { state: screen, answer, userId: speaker?.userId ?? null, updatedAt: services.clock() });
  return answer;
}
