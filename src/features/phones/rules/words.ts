/*
 * The words that an SMS may use, without capitals. A word that is not here is never ignored: a text
 * that has one changes nothing, and is answered with a question. Words with "_" between them mean
 * something else together than each alone: "no problem" rejects nothing.
 */

import type { Unit } from '#features/products/rules/product.ts';
import type { Language } from '#platform/rules/language.ts';
import { foldedLetters } from '#platform/rules/text/fold.ts';

type Verb = {
  /** The words that our own texts teach. */
  en: string;
  sw: string;
  /** Other words that people use for it. */
  alsoEn?: string;
  alsoSw?: string;
  /**
   * As the first word of a text it may have one wrong letter. Not if it changes something at once.
   */
  isForgiving?: true;
  /** It takes no number and changes nothing, so a few other words beside it do no harm. */
  isBare?: true;
  /** Beside a stronger verb it is only polite, or says what a number is. Others are strongest. */
  strength?: number;
};

export const verbs = {
  orders: {
    en: 'orders',
    sw: 'oda',
    alsoEn: 'order',
    alsoSw: 'agizo maagizo',
    isForgiving: true,
    strength: 1,
  },
  accept: {
    en: 'yes',
    sw: 'ndio',
    alsoEn: 'yeah yep yup yap yah yea accept accepted agree agreed confirm confirmed',
    alsoSw:
      'ndiyo ndyo ndyio naam kubali nakubali ninakubali nimekubali nimekubari nimeikubali tumekubali tunakubali',
  },
  reject: {
    en: 'no',
    sw: 'hapana',
    alsoEn: 'nope nah reject rejected decline refuse cancel',
    alsoSw:
      'kataa nakataa ninakataa nimekataa tumekataa sitaki hatutaki siwezi hatuwezi sitaweza sina hatuna ghairi futa',
    isForgiving: true,
  },
  dispatch: {
    en: 'sent',
    sw: 'nimetuma',
    alsoEn: 'dispatched shipped way',
    alsoSw:
      'tumetuma nimeituma nishatuma nimeshatuma tumeshatuma nimesafirisha nimepeleka tumepeleka nimeipeleka imetumwa imeondoka njiani',
  },
  ready: { en: 'ready', sw: 'tayari', strength: 3 },
  weigh: {
    en: 'weight',
    sw: 'uzito',
    alsoEn: 'weighs weighed',
    alsoSw: 'uzani nimepima tumepima',
  },
  complete: {
    en: 'code',
    sw: 'msimbo',
    alsoEn: 'codes delivered handed_over',
    alsoSw: 'kodi amepokea amechukua nimekabidhi nimempa imefika zimefika imekamilika',
    isForgiving: true,
  },
  stock: {
    en: 'stock',
    sw: 'stoki',
    alsoEn: 'stocks stok my_products',
    alsoSw: 'bidhaa_zangu',
    isForgiving: true,
  },
  soldOut: {
    en: 'sold',
    sw: 'imeisha',
    alsoEn: 'finished out_of_stock no_stock',
    alsoSw:
      'imeuzwa zimeuzwa hazipo haipo haziko hayapo zimeisha yameisha vimeisha umeisha imekwisha zimekwisha yamekwisha',
  },
  price: { en: 'price', sw: 'bei', alsoEn: 'prices how_much', isForgiving: true },
  money: {
    en: 'money',
    sw: 'pesa',
    alsoEn: 'payment payments payout balance',
    alsoSw: 'hela malipo salio nitalipwa',
    isForgiving: true,
    isBare: true,
  },
  help: {
    en: 'help',
    sw: 'msaada',
    alsoEn: 'menu',
    alsoSw: 'usaidizi saidia nisaidie menyu maelezo nifanye_nini',
    isForgiving: true,
    isBare: true,
  },
  skip: { en: 'skip', sw: 'ruka', alsoSw: 'niruke turuke' },
  stop: {
    en: 'stop',
    sw: 'acha',
    alsoEn: 'unsubscribe opt_out stop_sms stop_messages no_sms no_more_sms no_messages',
    alsoSw: 'sitaki_sms sitaki_ujumbe sitaki_meseji acha_sms usinitumie_sms msinitumie_sms',
  },
  start: { en: 'start', sw: 'anza', alsoEn: 'subscribe opt_in' },
  join: {
    en: 'join',
    sw: 'jiunge',
    alsoEn: 'register signup',
    alsoSw: 'jiunga kujiunga jisajili kujisajili nisajili sajili',
    isForgiving: true,
    isBare: true,
  },
  verify: { en: 'verify', sw: 'thibitisha', alsoSw: 'dhibitisha nathibitisha ninathibitisha' },
  sell: {
    en: 'sell',
    sw: 'kuuza',
    alsoEn: 'selling',
    alsoSw: 'uza nauza ninauza tunauza natafuta_mnunuzi',
  },
  agree: {
    en: 'ok',
    sw: 'sawa',
    alsoEn: 'okay okey continue proceed go_ahead',
    alsoSw: 'sawasawa poa fiti endelea',
    strength: 2,
  },
  pin: { en: 'pin', sw: 'pin' },
} as const satisfies Record<string, Verb>;
export type VerbName = keyof typeof verbs;
export type BareVerb = {
  [Name in VerbName]: (typeof verbs)[Name] extends { isBare: true } ? Name : never;
}[VerbName];
const verbNames = Object.keys(verbs) as VerbName[];

/**
 * Polite and small words, which change nothing. "Not", "if", "or" and "tomorrow" are none. A number
 * beside one of `owned` is how much there is.
 */
const fillers: Record<Language, string> = {
  en: 'please pls plz kindly thanks thank thanx thx you hello hi hey dear sir madam boss i we am been it its is are the a an my your for of to and on in at from that this want would like now today out up number num no_problem no_worries well_received but',
  sw: 'tafadhali tafadhari naomba asante asanteni ahsante ahsanteni sana shukrani shukran mkuu bwana bosi ndugu rafiki dada kaka mama baba jambo hujambo habari mambo salamu mimi sisi nataka ningependa hii hiyo hizi hizo ile zile yangu zangu yako ya za la wa cha kwa ni na kwenye katika huko basi kabisa sasa leo kuna hakuna_shida hapana_shida hakuna_matata hakuna_noma lakini ila hiyo_bei bei_hiyo nambari namba nambali',
};

const owned: Record<Language, string> = {
  en: 'have has there left remaining remain only available in_stock still still_there',
  sw: 'iko ziko ipo zipo yapo yako_hapo upo niko tuko nina tuna ninayo ninazo tunayo tunazo nayo nazo nilicho tu pekee imebaki zimebaki yamebaki imebakia zimebakia yamebakia bado_iko bado_ziko bado_ipo bado_zipo bado_yapo bado_niko bado_nina',
};

/** Together they are none of the words above: "bei ni ndogo" asks for no price. */
const foreign =
  'bei_ndogo bei_ni_ndogo bei_kidogo bei_ni_kidogo bei_mbaya bei_ni_mbaya bei_iko_chini bei_ni_chini ongeza_bei price_is_low price_too_low low_price lete_pesa leta_pesa tuma_pesa';

/**
 * They come before the number of a product. "Order" and "oda" are verbs: alone they ask for the
 * list.
 */
const productNouns = 'product products item bidhaa';

const unitWords: Record<Unit, string> = {
  kg: 'kg kgs kilo kilos kilogram kilograms kilogramu',
  bags: 'bag bags gunia magunia',
  pieces: 'piece pieces pcs pisi kipande vipande',
  crates: 'crate crates kreti',
  trays: 'tray trays trei',
  litres: 'litre litres liter liters lita ltr',
  bunches: 'bunch bunches fungu mafungu',
};

export type Meaning =
  | { is: 'verb'; verb: VerbName; language: Language }
  | { is: 'filler'; language: Language | null; isOwned?: true }
  | { is: 'product' }
  | { is: 'unit'; unit: Unit };

const listed = (words: string) => words.split(' ').filter(Boolean);

/** Without capitals, accents and apostrophes, and without doubled letters: "NDIOO" is "ndio". */
const squeezed = (word: string): string => foldedLetters(word).replaceAll(/(.)\1+/gu, '$1');

const meanings = new Map<string, Meaning>();
const phrases = new Set<string>();
const add = (words: string, meaning: Meaning | null) => {
  for (const word of listed(words)) {
    if (meaning) meanings.set(squeezed(word), meaning);
    if (word.includes('_')) phrases.add(squeezed(word));
  }
};
for (const language of ['en', 'sw'] as const) {
  add(fillers[language], { is: 'filler', language });
  add(owned[language], { is: 'filler', language, isOwned: true });
}
add(foreign, null);
add(productNouns, { is: 'product' });
for (const unit of Object.keys(unitWords) as Unit[]) add(unitWords[unit], { is: 'unit', unit });
for (const verb of verbNames) {
  const { en, sw, alsoEn = '', alsoSw = '' }: Verb = verbs[verb];
  add(`${en} ${alsoEn}`, { is: 'verb', verb, language: 'en' });
  add(`${sw} ${alsoSw}`, { is: 'verb', verb, language: 'sw' });
}

export const isBareVerb = (verb: VerbName): verb is BareVerb => 'isBare' in verbs[verb];

/** The meaning of a word; null if it is not listed. */
export const meaningOf = (word: string): Meaning | null => meanings.get(squeezed(word)) ?? null;

/** Whether these words mean something together. */
export const isPhrase = (words: string): boolean => phrases.has(squeezed(words));

/** Beside a verb that is stronger than this one, it is a small word. */
export const strengthOf = (verb: VerbName): number => {
  const { strength = Number.POSITIVE_INFINITY }: Verb = verbs[verb];
  return strength;
};

export const isFiller = (word: string): boolean => meaningOf(word)?.is === 'filler';

/** The forgiving verb that differs from this word by one letter; null if there is none. */
export function nearVerb(word: string): Extract<Meaning, { is: 'verb' }> | null {
  const typed = squeezed(word);
  for (const verb of verbNames) {
    const { en, sw, isForgiving }: Verb = verbs[verb];
    if (!isForgiving) continue;
    if (isNear(typed, squeezed(sw))) return { is: 'verb', verb, language: 'sw' };
    if (isNear(typed, squeezed(en))) return { is: 'verb', verb, language: 'en' };
  }
  return null;
}

const NEAR_LETTERS_MIN = 3;

/**
 * Whether two words differ by one letter (added, missing or replaced) or by two swapped letters.
 */
export function isNear(one: string, other: string): boolean {
  if (one === other) return true;
  if (
    Math.min(one.length, other.length) < NEAR_LETTERS_MIN ||
    Math.abs(one.length - other.length) > 1
  )
    return false;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const [restOne, restOther] = [one.slice(at), other.slice(at)];
  if (
    restOne.slice(1) === restOther ||
    restOne === restOther.slice(1) ||
    restOne.slice(1) === restOther.slice(1)
  )
    return true;
  return (
    restOne[0] === restOther[1] &&
    restOne[1] === restOther[0] &&
    restOne.slice(2) === restOther.slice(2)
  );
}
