/*
 * The requests that a phone can make, and their limits. server/run-command.ts runs and answers
 * them.
 */

import { OTP_LENGTH } from '#accounts/rules/limits.ts';
import { MINUTE_SECONDS } from '#rules/limits.ts';
import {
  type Command,
  cropWords,
  isOrderWord,
  isProductNumber,
  orderIdOf,
  PRICE_WORDS_MAX,
  type Read,
  readAlone,
  readFill,
  readHandover,
  readPart,
  readSteps,
  readStock,
  readSwitch,
  readWeights,
} from './arguments.ts';

export const WAITING_WORD_SECONDS = 10 * MINUTE_SECONDS;
/** USSD must answer within two seconds. */
export const USSD_ANSWER_MILLISECONDS = 1500;
/** In characters. */
export const SMS_ORDERS_MAX = 140;
export const SMS_STOCK_MAX = 111;
export const SMS_LONG_LIST_MAX = 101;
export const SMS_WHICH_MAX = 80;
export const SMS_WAYS_MAX = 100;
export const SMS_LINES_MAX = 60;
/** Answers per number: in total, and to the same text if it is no command. */
export const SMS_ANSWERS_PER_HOUR = 20;
export const SMS_REPEATED_PER_HOUR = 1;
/** Within this time, the same answer to a price offer is an SMS that the service sent twice. */
export const SMS_REPLAYED_SECONDS = 5 * MINUTE_SECONDS;

type Intent = {
  /** Our own texts use the first one. */
  words?: Record<Language, string>;
  /** One letter of it may be wrong at the start of a text. Not if it changes something at once. */
  isForgiving?: true;
  /**
   * By default the strongest. Beside a stronger verb it is only polite, or says what a number is.
   */
  strength?: number;
  /** A text may have several of these, each with a number. */
  isChange?: true;
  read?: Read;
  /**
   * By default if the number alone proves nothing. `ifLarge`: also for a large amount.
   */
  pin?: 'never' | 'ifLarge';
};

export const intents = {
  orders: {
    words: { en: 'orders order', sw: 'oda agizo maagizo' },
    isForgiving: true,
    strength: 1,
    read({ whole, isExact, isShort }) {
      const [from, ...more] = whole.map(orderIdOf);
      if (!isExact && !(isShort && whole.length === 0)) return null;
      if (from === null || more.length > 0) return null;
      return [{ name: 'orders', ...(from !== undefined && { from }) }];
    },
  },
  accept: {
    words: {
      en: 'yes yeah yep yup yap yah yea accept accepted agree agreed confirm confirmed',
      sw: 'ndio ndiyo ndyo ndyio naam kubali nakubali ninakubali nimekubali nimekubari nimeikubali tumekubali tunakubali',
    },
    isChange: true,
    read: (clause) => readPart(clause) ?? readSteps('accept')(clause),
  },
  reject: {
    words: {
      en: 'no nope nah reject rejected decline refuse cancel',
      sw: 'hapana kataa nakataa ninakataa nimekataa tumekataa sitaki hatutaki siwezi hatuwezi sitaweza sina hatuna ghairi nimeghairi futa',
    },
    isForgiving: true,
    isChange: true,
    read: readSteps('reject'),
  },
  dispatch: {
    words: {
      en: 'sent dispatched shipped way',
      sw: 'nimetuma tumetuma nimeituma nishatuma nimeshatuma tumeshatuma nimesafirisha nimepeleka tumepeleka nimeipeleka imetumwa imeondoka njiani',
    },
    isChange: true,
    read: readSteps('dispatch'),
  },
  ready: {
    words: { en: 'ready', sw: 'tayari' },
    strength: 3,
    isChange: true,
    read: readSteps('ready'),
  },
  weigh: {
    words: { en: 'weight weighs weighed', sw: 'uzito uzani nimepima tumepima' },
    isChange: true,
    read: readWeights,
  },
  complete: {
    words: {
      en: 'code codes delivered handed_over',
      sw: 'msimbo kodi amepokea amechukua nimekabidhi nimempa imefika zimefika imekamilika',
    },
    isForgiving: true,
    pin: 'ifLarge',
    isChange: true,
    read: readHandover,
  },
  stock: {
    words: { en: 'stock stocks stok my_products', sw: 'stoki bidhaa_zangu' },
    isForgiving: true,
    isChange: true,
    read: readStock,
  },
  soldOut: {
    words: {
      en: 'sold finished out_of_stock no_stock',
      sw: 'imeisha imeuzwa zimeuzwa hazipo haipo haziko hayapo zimeisha yameisha vimeisha umeisha imekwisha zimekwisha yamekwisha',
    },
    isChange: true,
    read: ({ parts, whole, isExact }) =>
      isExact && whole.length > 0 && whole.every(isProductNumber) && !parts.some(isOrderWord)
        ? whole.map((number) => ({ name: 'soldOut', number: Number(number) }))
        : null,
  },
  price: {
    words: { en: 'price prices how_much', sw: 'bei' },
    isForgiving: true,
    pin: 'never',
    read({ parts, numbers }) {
      const words = cropWords(parts);
      const isCrop = numbers.length === 0 && words !== '' && words.length <= PRICE_WORDS_MAX;
      return isCrop ? [{ name: 'price', words }] : null;
    },
  },
  money: {
    words: {
      en: 'money payment payments payout balance',
      sw: 'pesa hela malipo salio nitalipwa sijalipwa hamjanilipa',
    },
    isForgiving: true,
    read: readAlone('money'),
  },
  help: {
    words: {
      en: 'help menu delete_account delete_my_account',
      sw: 'msaada usaidizi saidia nisaidie menyu maelezo nifanye_nini futa_akaunti',
    },
    isForgiving: true,
    pin: 'never',
    read: readAlone('help'),
  },
  skip: {
    words: { en: 'skip', sw: 'ruka niruke turuke' },
    read({ whole, isExact }) {
      const [id, ...more] = whole.map(orderIdOf);
      return isExact && id && more.length === 0 ? [{ name: 'skip', standingOrderId: id }] : null;
    },
  },
  fill: { words: { en: 'fill', sw: 'jaza najaza ninajaza' }, read: readFill('fill') },
  queue: { words: { en: 'queue', sw: 'foleni' }, read: readFill('queue') },
  stop: {
    words: {
      en: 'stop unsubscribe opt_out stop_sms stop_messages no_sms no_more_sms no_messages',
      sw: 'acha sitaki_sms sitaki_ujumbe sitaki_meseji acha_sms usinitumie_sms msinitumie_sms',
    },
    pin: 'never',
    read: readSwitch('stop'),
  },
  start: {
    words: { en: 'start subscribe opt_in', sw: 'anza' },
    read: readSwitch('start'),
  },
  join: {
    words: {
      en: 'join register signup',
      sw: 'jiunge jiunga kujiunga jisajili kujisajili nisajili sajili',
    },
    isForgiving: true,
    pin: 'never',
    read: readAlone('join'),
  },
  verify: {
    words: { en: 'verify', sw: 'thibitisha dhibitisha nathibitisha ninathibitisha' },
    pin: 'never',
    // "Thibitisha oda" may be about an order.
    read({ parts, whole, isExact }) {
      const code = whole.join('');
      const isCode = isExact && code.length === OTP_LENGTH && !parts.some(isOrderWord);
      return isCode ? [{ name: 'verify', code }] : null;
    },
  },
  sell: {
    words: { en: 'sell selling', sw: 'kuuza uza nauza ninauza tunauza natafuta_mnunuzi' },
    pin: 'never',
    // "Uza 28" may be the answer to a price offer.
    read({ parts, numbers, isShort }) {
      const words = cropWords(parts);
      const isPrice = words === '' && numbers.length > 0;
      return isShort && !isPrice ? [{ name: 'sell', words }] : null;
    },
  },
  agree: {
    words: { en: 'ok okay okey continue proceed go_ahead', sw: 'sawa sawasawa poa fiti endelea' },
    strength: 2,
    read({ whole, isExact }) {
      const [orderId, ...more] = whole.map(orderIdOf);
      if (!isExact || orderId === null || more.length > 0) return null;
      return [{ name: 'agree', ...(orderId !== undefined && { orderId }) }];
    },
  },
  pin: {
    words: { en: 'pin', sw: 'pin' },
    read: ({ numbers, isShort }) =>
      isShort && numbers.length === 0 ? [{ name: 'pinHelp' }] : null,
  },
  pinHelp: { pin: 'never' },
  cancel: {},
  count: {},
  countChosen: {},
  offer: {},
  share: {},
} as const satisfies Record<Command['name'], Intent>;

export const intentOf = (name: Command['name']): Intent => intents[name];

type Intents = typeof intents;
export type VerbName = {
  [Name in keyof Intents]: Intents[Name] extends { words: unknown } ? Name : never;
}[keyof Intents];

/** In capitals, as in our texts. */
export const wordOf = (verb: VerbName, language: Language): string =>
  intents[verb].words[language].replace(/ .*/, '').toUpperCase();
