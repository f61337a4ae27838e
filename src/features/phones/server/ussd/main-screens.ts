import { OTP_LENGTH } from '#accounts/rules/limits.ts';
import { takeSentCode } from '#accounts/server/claim-code.ts';
import { setLanguage } from '#accounts/server/update-person.ts';
import { listLotIds } from '#lots/server/say-lots.ts';
import { listConversations } from '#messages/server/list-conversations.ts';
import { listOrdersUnderWay } from '#orders/server/list-orders.ts';
import { PRICE_WORDS_MAX } from '#phones/rules/arguments.ts';
import { numberProducts } from '#products/server/numbered-products.ts';
import { m } from '#text';
import { listDifferences } from '../difference-by-phone.ts';
import { sayPrice } from '../run-command.ts';
import { say, sayCodeTaken } from '../say.ts';
import { isProven, type PhoneCall, type SpeakerCall, speakersCall } from '../speakers-call.ts';
import {
  type Definition,
  end,
  enter,
  isDigits,
  MAIN,
  type On,
  runFromMenu,
  type Stepped,
} from './define-screen.ts';
import { beginJoining } from './join-screens.ts';
import { choosePinScreen } from './pin-screens.ts';

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
    if (ids.length === 0) return end(say(on.language, none, {}));
    return enter(on, { at, page: 0, ids });
  };

const openOrders = opening('orders', listOrdersUnderWay, m.smsOrdersNone);
const openLots = opening('lots', listLotIds, m.smsLotsNone);
const openProducts = opening('products', numberProducts, m.smsStockNone);
const openConversations = opening(
  'conversations',
  async (on) => (await listConversations(on, { limit: CONVERSATIONS_READ })).conversations,
  m.smsConversationsNone,
);

/** Before a needed PIN the number is always shown, so that it reveals nothing. */
async function openDifferences(on: OnMain): Promise<Stepped | null> {
  const ids = (await listDifferences(on)).map(({ id }) => id);
  return ids.length === 0 && isProven(on) ? null : enter(on, { at: 'differences', page: 0, ids });
}

/** By number, as in the texts of the three menus. */
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
    if (!speaker) return say(language, m.smsMenuUnverified, {});
    if (speaker.role === 'farmer') return say(language, m.smsMenu, {});
    const call = speakersCall(on.db, speaker, on);
    const isChoice = !isProven(call) || (await listDifferences(call)).length > 0;
    return say(language, isChoice ? m.smsMenuBuyerWeighed : m.smsMenuBuyer, {});
  },
  take(on, input) {
    const { speaker, screen } = on;
    if (!speaker) return choiceAt(ofStrangers, input)?.(on) ?? null;
    const choices = speaker.role === 'farmer' ? ofFarmers : ofBuyers;
    return choiceAt(choices, input)?.({ ...speakersCall(on.db, speaker, on), screen }) ?? null;
  },
};

const crop: Definition<'crop', PhoneCall> = {
  show: ({ language }) => say(language, m.smsAskCrop, {}),
  take: async (on, input) =>
    end(await sayPrice(on, { words: input.toLowerCase().slice(0, PRICE_WORDS_MAX) })),
};

const verify: Definition<'verify', PhoneCall> = {
  show: ({ language }) => say(language, m.smsAskSentCode, {}),
  async take(on, input) {
    const code = input.replaceAll(' ', '');
    if (!isDigits(code, OTP_LENGTH)) return null;
    await takeSentCode(on.db, { phoneNumber: on.phoneNumber, code }, on);
    return end(sayCodeTaken(on));
  },
};

const ended: Definition<'ended', PhoneCall> = { show: () => '', take: () => null };

export const mainScreens = { main, crop, verify, ended };
