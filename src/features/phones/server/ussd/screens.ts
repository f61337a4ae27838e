import { OTP_LENGTH, PIN_LENGTH } from '#accounts/rules/limits.ts';
import { takeSentCode } from '#accounts/server/claim-code.ts';
import { checkPin, choosePin } from '#accounts/server/phone-line.ts';
import { setLanguage } from '#accounts/server/update-person.ts';
import { listConversations } from '#messages/server/read-conversations.ts';
import { listOrdersUnderWay } from '#orders/server/list-orders.ts';
import { PRICE_WORDS_MAX } from '#phones/rules/arguments.ts';
import { numberProducts } from '#products/server/list-own-products.ts';
import { measureSms } from '#rules/text/sms.ts';
import { m } from '#text';
import { listDifferences, listLots } from '../quantities.ts';
import { sayPrice } from '../run-command.ts';
import {
  isNumberTrusted,
  type PhoneCall,
  type SpeakerCall,
  say,
  sayCodeTaken,
  sayPinLocked,
  sayPinNeeded,
  sayRefusal,
  speakersCall,
} from '../speakers.ts';
import { conversationScreens } from './conversation-screens.ts';
import {
  type Definition,
  end,
  enter,
  isDigits,
  MAIN,
  type On,
  runFromMenu,
  runNow,
  type Screen,
  type ScreenName,
  type Stepped,
  USSD_CHARACTERS,
} from './define-screen.ts';
import { beginJoining, joinScreens } from './join-screens.ts';
import { orderScreens } from './order-screens.ts';
import { lotScreens, productScreens } from './product-screens.ts';

const CONVERSATIONS_READ = 15;

type OnMain = On<'main'>;
type Take<Caller = SpeakerCall> = (
  on: On<'main', Caller>,
) => Stepped | null | Promise<Stepped | null>;

const openPrices: Take<PhoneCall> = ({ screen }) => ({ screen: { at: 'crop', back: screen } });

async function changeLanguage(on: OnMain): Promise<Stepped> {
  await setLanguage(on, { language: on.language === 'sw' ? 'en' : 'sw' });
  return { screen: MAIN };
}

type Listed = readonly { id: number }[];

const opening =
  (
    at: 'orders' | 'products' | 'conversations' | 'lots',
    read: (on: OnMain) => Promise<Listed>,
    none: typeof m.smsOrdersNone,
  ): Take =>
  async (on) => {
    const ids = (await read(on)).map(({ id }) => id);
    if (ids.length === 0) return end(say(on.language, none));
    return enter(on, { at, page: 0, ids });
  };

const openOrders = opening('orders', listOrdersUnderWay, m.smsOrdersNone);
const openLots = opening('lots', listLots, m.smsLotsNone);
const openProducts = opening('products', numberProducts, m.smsStockNone);
const openConversations = opening(
  'conversations',
  async (on) => (await listConversations(on, { limit: CONVERSATIONS_READ })).conversations,
  m.smsConversationsNone,
);

/** Before a needed PIN the number is always shown, so that it reveals nothing. */
async function openDifferences(on: OnMain): Promise<Stepped | null> {
  const ids = (await listDifferences(on)).map(({ id }) => id);
  return ids.length === 0 && isNumberTrusted(on)
    ? null
    : enter(on, { at: 'differences', page: 0, ids });
}

const ofStrangers: Record<string, Take<PhoneCall>> = {
  1: beginJoining,
  2: ({ screen }) => ({ screen: { at: 'verify', back: screen } }),
  3: openPrices,
  4: ({ language }) => ({ screen: { at: 'main', language: language === 'sw' ? 'en' : 'sw' } }),
};
const ofBuyers: Record<string, Take> = {
  1: openPrices,
  2: changeLanguage,
  3: openDifferences,
};
const ofFarmers: Record<string, Take> = {
  1: openOrders,
  2: openProducts,
  3: openPrices,
  4: (on) => runFromMenu(on, { name: 'money' }),
  5: changeLanguage,
  6: ({ speaker }) => ({ screen: choosePinScreen(speaker.hasPin) }),
  7: (on) => enter(on, { at: 'sell' }),
  8: openConversations,
  9: openLots,
};

const choiceAt = <Choice>(choices: Record<string, Choice>, input: string): Choice | undefined =>
  Object.hasOwn(choices, input) ? choices[input] : undefined;

const main: Definition<'main', PhoneCall> = {
  async show(on) {
    const { speaker, language } = on;
    if (!speaker) return say(language, m.smsMenuUnverified);
    if (speaker.role === 'farmer') return say(language, m.smsMenu);
    const call = speakersCall(on.db, speaker, on);
    const isChoice = !isNumberTrusted(call) || (await listDifferences(call)).length > 0;
    return say(language, isChoice ? m.smsMenuBuyerWeighed : m.smsMenuBuyer);
  },
  take(on, input) {
    const { speaker, screen } = on;
    if (!speaker) return choiceAt(ofStrangers, input)?.(on) ?? null;
    const choices = speaker.role === 'farmer' ? ofFarmers : ofBuyers;
    return choiceAt(choices, input)?.({ ...speakersCall(on.db, speaker, on), screen }) ?? null;
  },
};

const crop: Definition<'crop', PhoneCall> = {
  show: ({ language }) => say(language, m.smsAskCrop),
  take: async (on, input) =>
    end(await sayPrice(on, { words: input.toLowerCase().slice(0, PRICE_WORDS_MAX) })),
};

const verify: Definition<'verify', PhoneCall> = {
  show: ({ language }) => say(language, m.smsAskSentCode),
  async take(on, input) {
    const code = input.replaceAll(' ', '');
    if (!isDigits(code, OTP_LENGTH)) return null;
    await takeSentCode(on.db, { phoneNumber: on.phoneNumber, code }, on);
    return end(sayCodeTaken(on));
  },
};

const ended: Definition<'ended', PhoneCall> = { show: () => '', take: () => null };

const mainScreens = { main, crop, verify, ended };

/** Not counted as a wrong PIN. */
const notFourDigits = ({ screen, language }: On<'pin' | 'pinOld' | 'pinNew'>): Stepped => ({
  screen,
  said: say(language, m.smsPinDigits),
});

const pinNew: Definition<'pinNew'> = {
  show: ({ screen, language }) =>
    say(language, screen.isOldGiven ? m.smsPinChooseNew : m.smsPinChoose),
  async take(on, pin) {
    const { db, screen, speaker, language } = on;
    if (!isDigits(pin, PIN_LENGTH)) return notFourDigits(on);
    const { userId, hasPin } = speaker;
    const isOldGiven = screen.isOldGiven ?? false;
    if (await choosePin(db, { userId, pin, isOldGiven }, on))
      return end(say(language, m.smsPinChosen));
    return end(hasPin ? say(language, m.smsPinThere) : sayPinNeeded(on));
  },
};

const pinOld: Definition<'pinOld'> = {
  show: ({ language }) => say(language, m.smsPinOld),
  take: (on, pin) => tryPin(on, pin, () => ({ screen: { at: 'pinNew', isOldGiven: true } })),
};

const pin: Definition<'pin'> = {
  show: ({ language }) => say(language, m.smsPinAsk),
  take: (on, typed) =>
    tryPin(on, typed, () => {
      const { screen } = on;
      return 'next' in screen ? { screen: screen.next } : runNow(on, screen.command);
    }),
};

async function tryPin(
  on: On<'pin' | 'pinOld'>,
  typed: string,
  goOn: () => Stepped | Promise<Stepped>,
): Promise<Stepped> {
  const { db, screen, speaker, language } = on;
  if (!isDigits(typed, PIN_LENGTH)) return notFourDigits(on);
  const checked = await checkPin(db, { userId: speaker.userId, pin: typed }, on);
  switch (checked.outcome) {
    case 'right':
      return goOn();
    case 'wrong':
      return { screen, said: say(language, m.smsPinWrong, { left: checked.triesLeft }) };
    case 'locked':
      return end(sayPinLocked(on));
    case 'none':
      return end(sayPinNeeded(on));
  }
}

const choosePinScreen = (hasPin: boolean): Screen => (hasPin ? { at: 'pinOld' } : { at: 'pinNew' });

const pinScreens = { pin, pinOld, pinNew };

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

/* The rest knows no single screen. */

function definitionOf({ screen, speaker }: OnAny): Definition<ScreenName, PhoneCall> {
  const found = isOpen(screen.at) ? ofAnybody[screen.at] : speaker ? ofAccounts[screen.at] : null;
  // A cast: TypeScript cannot pair a screen with its definition by name, nor an account's phone
  // with its screens.
  return (found ?? ofAnybody.main) as unknown as Definition<ScreenName, PhoneCall>;
}

type OnAny = On<ScreenName, PhoneCall>;

/** `said` comes first if it fits. */
export async function showScreen(on: OnAny, said: string) {
  const body = await bodyOf(on);
  const isMain = on.screen.at === 'main';
  const text = isMain ? body : `${body}\n${say(on.language, m.smsMenuBack)}`;
  const whole = said === '' ? text : `${said}\n${text}`;
  return measureSms(whole).characters <= USSD_CHARACTERS ? whole : text;
}

async function bodyOf(on: OnAny) {
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
    return stepped ?? { screen, said: say(language, m.smsWrongChoice) };
  } catch (error) {
    return end(sayRefusal(error, language));
  }
}

function backFrom(screen: Screen): Screen {
  if ('page' in screen && screen.page > 0) return { ...screen, page: screen.page - 1 };
  return screen.back ?? MAIN;
}

/** Includes the screens that this one leads back to. */
export const isPersonal = ({ at, back }: Screen): boolean =>
  !(isOpen(at) || Object.hasOwn(pinScreens, at)) || (back !== undefined && isPersonal(back));
