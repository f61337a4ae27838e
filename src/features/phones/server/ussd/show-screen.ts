import { USSD_CHARACTERS } from '#features/phones/rules/limits.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { measureSms } from '#platform/rules/text/gsm7.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { KnownSpeaker } from '../lines/queries.ts';
import { say, sayRefusal } from '../say.ts';
import type { Needs, On } from './define-screen.ts';
import { languageOf, type Screen, type ScreenName } from './screen.ts';
import { definitionOf } from './screens.ts';

type Shown = {
  screen: Screen;
  said: string;
  speaker: KnownSpeaker | null;
  phoneNumber: string;
};

/** The text of a screen, in at most USSD_CHARACTERS. `said` comes first if it fits. */
export async function showScreen(
  db: Database,
  { screen, said, speaker, phoneNumber }: Shown,
  services: Needs,
): Promise<string> {
  const language = languageOf(screen, speaker);
  const on = { db, services, screen, speaker, phoneNumber, language };
  const body = await bodyOf(on);
  const text = screen.at === 'main' ? body : `${body}\n${say(language, m.smsMenuBack, {})}`;
  const whole = said === '' ? text : `${said}\n${text}`;
  return measureSms(whole).characters <= USSD_CHARACTERS ? whole : text;
}

/** If the subject of the screen is gone meanwhile, it says so, and "0" leads back. */
async function bodyOf(on: On<ScreenName, KnownSpeaker | null>): Promise<string> {
  try {
    return await definitionOf(on.screen, on.speaker).show(on);
  } catch (error) {
    return sayRefusal(error, on.language);
  }
}
