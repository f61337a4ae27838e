import { m } from '#platform/rules/text/compiled/messages.js';
import type { Database } from '#platform/server/db/database.ts';
import type { KnownSpeaker } from '../lines/queries.ts';
import { say, sayRefusal } from '../say.ts';
import { end, type Needs, type Stepped } from './define-screen.ts';
import { languageOf, MAIN, type Screen } from './screen.ts';
import { definitionOf } from './screens.ts';

type Step = { screen: Screen; input: string; speaker: KnownSpeaker | null; phoneNumber: string };

const BACK = '0';

/** Handles an input. An invalid input stays on the screen. */
export async function takeStep(
  db: Database,
  { screen, input, speaker, phoneNumber }: Step,
  services: Needs,
): Promise<Stepped> {
  const language = languageOf(screen, speaker);
  try {
    if (input === BACK && screen.at !== 'main') return { screen: backFrom(screen) };
    const on = { db, services, screen, speaker, phoneNumber, language };
    const stepped = await definitionOf(screen, speaker).take(on, input);
    return stepped ?? { screen, said: say(language, m.smsWrongChoice, {}) };
  } catch (error) {
    return end(sayRefusal(error, language));
  }
}

/** The previous page of a list, or the previous screen. */
function backFrom(screen: Screen): Screen {
  if ('page' in screen && screen.page > 0) return { ...screen, page: screen.page - 1 };
  return screen.back ?? MAIN;
}
