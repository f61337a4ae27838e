import { OTP_LENGTH } from '#features/accounts/rules/limits.ts';
import { takeSentCode } from '#features/accounts/server/prove-by-phone.ts';
import { provesPerson } from '#features/accounts/server/trust-in-number.ts';
import { setLanguage } from '#features/accounts/server/update-person.ts';
import { listConversations } from '#features/messages/server/list-conversations.ts';
import { listOrdersUnderWay } from '#features/orders/server/list-orders.ts';
import { PRICE_WORDS_MAX } from '#features/phones/rules/commands.ts';
import { numberProducts } from '#features/products/server/numbered-products.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import type { KnownSpeaker } from '../lines/queries.ts';
import { speakersCall } from '../lines/speakers-call.ts';
import { listDifferences } from '../orders/difference-by-phone.ts';
import { runPublicCommand } from '../run-command.ts';
import { say, sayCodeTaken } from '../say.ts';
import { type Definition, end, enter, isDigits, type On, type Stepped } from './define-screen.ts';
import { beginJoining } from './join-screens.ts';
import { choosePinScreen } from './pin-screens.ts';
import { runFromMenu } from './run-from-menu.ts';
import { MAIN } from './screen.ts';

/** More than anybody reads on such a screen. */
const CONVERSATIONS_READ = 15;

type Anybody = KnownSpeaker | null;
type OnMain<Who> = On<'main', Who>;
type Take<Who> = (on: OnMain<Who>) => Stepped | null | Promise<Stepped | null>;

const openPrices: Take<Anybody> = ({ screen }) => ({ screen: { at: 'crop', back: screen } });

async function changeLanguage({ db, services, speaker }: OnMain<KnownSpeaker>): Promise<Stepped> {
  const language = speaker.language === 'sw' ? 'en' : 'sw';
  await setLanguage({ ...services, db, user: { id: speaker.userId } }, { language });
  return { screen: MAIN };
}

async function openOrders(on: OnMain<KnownSpeaker>): Promise<Stepped> {
  const { db, services, speaker, language } = on;
  const ids = (await listOrdersUnderWay({ ...services, db, user: { id: speaker.userId } })).map(
    ({ id }) => id,
  );
  if (ids.length === 0) return end(say(language, m.smsOrdersNone, {}));
  return enter(on, { at: 'orders', page: 0, ids });
}

async function openProducts(on: OnMain<KnownSpeaker>): Promise<Stepped> {
  const { db, services, speaker, language } = on;
  const ids = (await numberProducts({ ...services, db, user: { id: speaker.userId } })).map(
    ({ id }) => id,
  );
  if (ids.length === 0) return end(say(language, m.smsStockNone, {}));
  return enter(on, { at: 'products', page: 0, ids });
}

async function openConversations(on: OnMain<KnownSpeaker>): Promise<Stepped> {
  const { db, services, speaker, language } = on;
  const call = speakersCall(db, speaker, services);
  const { conversations } = await listConversations(call, { limit: CONVERSATIONS_READ });
  const ids = conversations.map(({ id }) => id);
  if (ids.length === 0) return end(say(language, m.smsConversationsNone, {}));
  return enter(on, { at: 'conversations', page: 0, ids });
}

/**
 * The number is on the screen only while there is something to choose; before a needed PIN it
 * always is, so that it tells nothing.
 */
async function openDifferences(on: OnMain<KnownSpeaker>): Promise<Stepped | null> {
  const ids = await listDifferenceIds(on);
  return ids.length === 0 && provesPerson(on.speaker, on.services.clock())
    ? null
    : enter(on, { at: 'differences', page: 0, ids });
}

const listDifferenceIds = async ({ db, services, speaker }: OnMain<KnownSpeaker>) =>
  (await listDifferences(db, speaker.userId, services)).map(({ id }) => id);

/** The first screen's choices, by number. The texts of the three menus name the same numbers. */
const ofStrangers: Record<string, Take<Anybody>> = {
  1: beginJoining,
  2: ({ screen }) => ({ screen: { at: 'verify', back: screen } }),
  3: openPrices,
  4: ({ language }) => ({ screen: { at: 'main', language: language === 'sw' ? 'en' : 'sw' } }),
};
const ofBuyers: Record<string, Take<KnownSpeaker>> = {
  1: openPrices,
  2: changeLanguage,
  3: openDifferences,
};
const ofFarmers: Record<string, Take<KnownSpeaker>> = {
  1: openOrders,
  2: openProducts,
  3: openPrices,
  4: (on) => runFromMenu(on, { name: 'money' }),
  5: changeLanguage,
  6: ({ speaker }) => ({ screen: choosePinScreen(speaker.hasPin) }),
  7: (on) => enter(on, { at: 'sell' }),
  8: openConversations,
};

const choiceAt = <Choice>(choices: Record<string, Choice>, input: string): Choice | undefined =>
  Object.hasOwn(choices, input) ? choices[input] : undefined;

const main: Definition<'main', Anybody> = {
  async show({ speaker, ...on }) {
    const { language } = on;
    if (!speaker) return say(language, m.smsMenuUnverified, {});
    if (speaker.role === 'farmer') return say(language, m.smsMenu, {});
    const isChoice =
      !provesPerson(speaker, on.services.clock()) ||
      (await listDifferenceIds({ ...on, speaker })).length > 0;
    return say(language, isChoice ? m.smsMenuBuyerWeighed : m.smsMenuBuyer, {});
  },
  take(on, input) {
    const { speaker } = on;
    if (!speaker) return choiceAt(ofStrangers, input)?.(on) ?? null;
    const choices = speaker.role === 'farmer' ? ofFarmers : ofBuyers;
    return choiceAt(choices, input)?.({ ...on, speaker }) ?? null;
  },
};

const crop: Definition<'crop', Anybody> = {
  show: ({ language }) => say(language, m.smsAskCrop, {}),
  async take({ db, services, language }, input) {
    const words = input.toLowerCase().slice(0, PRICE_WORDS_MAX);
    const command = { name: 'price', words } as const;
    return end((await runPublicCommand(db, { command, language }, services)) ?? '');
  },
};

/** The code of a screen that asked for it, from a number without an account. */
const verify: Definition<'verify', Anybody> = {
  show: ({ language }) => say(language, m.smsAskSentCode, {}),
  async take({ db, services, phoneNumber, language }, input) {
    const code = input.replaceAll(' ', '');
    if (!isDigits(code, OTP_LENGTH)) return null;
    await takeSentCode(db, { phoneNumber, code }, services);
    return end(sayCodeTaken(language, services));
  },
};

const ended: Definition<'ended', Anybody> = { show: () => '', take: () => null };

export const mainScreens = { main, crop, verify, ended };
