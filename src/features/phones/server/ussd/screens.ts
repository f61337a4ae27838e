/*
 * All screens of the USSD menu as one table: what each shows, and the step that an input takes.
 * The engine below knows nothing of a single screen.
 */

import { USSD_CHARACTERS } from '#phones/rules/limits.ts';
import { measureSms } from '#platform/rules/text/gsm7.ts';
import { m } from '#text';
import { say, sayRefusal } from '../say.ts';
import type { PhoneCall } from '../speakers-call.ts';
import { conversationScreens } from './conversation-screens.ts';
import {
  type Definition,
  end,
  MAIN,
  type On,
  type Screen,
  type ScreenName,
  type Stepped,
} from './define-screen.ts';
import { joinScreens } from './join-screens.ts';
import { mainScreens } from './main-screens.ts';
import { orderScreens } from './order-screens.ts';
import { pinScreens } from './pin-screens.ts';
import { productScreens } from './product-screens.ts';

/** Also for phones without an account. */
const ofAnybody = { ...mainScreens, ...joinScreens };
type OpenName = keyof typeof ofAnybody;

const ofAccounts: { [Name in Exclude<ScreenName, OpenName>]: Definition<Name> } = {
  ...orderScreens,
  ...productScreens,
  ...conversationScreens,
  ...pinScreens,
};

const isOpen = (name: ScreenName): name is OpenName => Object.hasOwn(ofAnybody, name);

/** A screen's definition for this phone; the first screen's for a phone without an account. */
function definitionOf({ screen, speaker }: OnAny): Definition<ScreenName, PhoneCall> {
  const found = isOpen(screen.at) ? ofAnybody[screen.at] : speaker ? ofAccounts[screen.at] : null;
  // A cast, because TypeScript cannot pair a screen with its definition by name, nor a phone with
  // an account with the screens that need one.
  return (found ?? ofAnybody.main) as unknown as Definition<ScreenName, PhoneCall>;
}

/** Any screen on any phone. */
type OnAny = On<ScreenName, PhoneCall>;

/** The text of a screen, in at most USSD_CHARACTERS. `said` comes first if it fits. */
export async function showScreen(on: OnAny, said: string): Promise<string> {
  const body = await bodyOf(on);
  const isMain = on.screen.at === 'main';
  const text = isMain ? body : `${body}\n${say(on.language, m.smsMenuBack, {})}`;
  const whole = said === '' ? text : `${said}\n${text}`;
  return measureSms(whole).characters <= USSD_CHARACTERS ? whole : text;
}

/** If the subject of the screen is gone meanwhile, it says so, and "0" leads back. */
async function bodyOf(on: OnAny): Promise<string> {
  try {
    return await definitionOf(on).show(on);
  } catch (error) {
    return sayRefusal(error, on.language);
  }
}

const BACK = '0';

/** Handles an input. An invalid input stays on the screen. */
export async function takeStep(on: OnAny, input: string): Promise<Stepped> {
  const { screen, language } = on;
  try {
    if (input === BACK && screen.at !== 'main') return { screen: backFrom(screen) };
    const stepped = await definitionOf(on).take(on, input);
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

/** The screens that show nothing of an account. */
const openScreens: readonly ScreenName[] = [
  'main',
  'crop',
  'verify',
  'ended',
  'pin',
  'pinOld',
  'pinNew',
  'joinName',
  'joinCounty',
  'joinTown',
  'joinPlace',
  'joinType',
  'joinSize',
  'joinReach',
  'join',
];

/**
 * Whether this screen, or a screen that it leads back to, requires the PIN when the phone may have
 * changed hands.
 */
export const isPersonal = ({ at, back }: Screen): boolean =>
  !openScreens.includes(at) || (back !== undefined && isPersonal(back));
