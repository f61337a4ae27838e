/* The engine below knows no single screen. */

import { USSD_CHARACTERS } from '#phones/rules/limits.ts';
import { measureSms } from '#platform/rules/text/sms.ts';
import { m } from '#text';
import { say, sayRefusal } from '../speakers-call.ts';
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
import { lotScreens } from './product-screens.ts';
import { mainScreens } from './main-screens.ts';
import { orderScreens } from './order-screens.ts';
import { pinScreens } from './main-screens.ts';
import { productScreens } from './product-screens.ts';

const ofAnybody = { ...mainScreens, ...joinScreens };
type OpenName = keyof typeof ofAnybody;

const ofAccounts: { [Name in Exclude<ScreenName, OpenName>]: Definition<Name> } = {
  ...orderScreens,
  ...productScreens,
  ...lotScreens,
  ...conversationScreens,
  ...pinScreens,
};

const isOpen = (name: ScreenName): name is OpenName => Object.hasOwn(ofAnybody, name);

function definitionOf({ screen, speaker }: OnAny): Definition<ScreenName, PhoneCall> {
  const found = isOpen(screen.at) ? ofAnybody[screen.at] : speaker ? ofAccounts[screen.at] : null;
  // A cast: TypeScript cannot pair a screen with its definition by name, nor an account's phone
  // with its screens.
  return (found ?? ofAnybody.main) as unknown as Definition<ScreenName, PhoneCall>;
}

type OnAny = On<ScreenName, PhoneCall>;

/** `said` comes first if it fits. */
export async function showScreen(on: OnAny, said: string): Promise<string> {
  const body = await bodyOf(on);
  const isMain = on.screen.at === 'main';
  const text = isMain ? body : `${body}\n${say(on.language, m.smsMenuBack, {})}`;
  const whole = said === '' ? text : `${said}\n${text}`;
  return measureSms(whole).characters <= USSD_CHARACTERS ? whole : text;
}

async function bodyOf(on: OnAny): Promise<string> {
  try {
    return await definitionOf(on).show(on);
  } catch (error) {
    return sayRefusal(error, on.language);
  }
}

const BACK = '0';

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

function backFrom(screen: Screen): Screen {
  if ('page' in screen && screen.page > 0) return { ...screen, page: screen.page - 1 };
  return screen.back ?? MAIN;
}

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

/** Includes the screens that this one leads back to. */
export const isPersonal = ({ at, back }: Screen): boolean =>
  !openScreens.includes(at) || (back !== undefined && isPersonal(back));
