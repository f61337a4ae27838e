import { type NoticeKind, smsImportance } from '#notifications/rules/notice.ts';
import { findCrop } from '#products/rules/crops.ts';
import type { Unit } from '#products/rules/product.ts';
import { oneUnitLabels, unitText } from '#products/rules/product-texts.ts';
import { amountText, figureText } from '#rules/amounts.ts';
import { weekdayName } from '#rules/language.ts';
import { cutToGsm7, shortName } from '#rules/text/sms.ts';
import { m } from '#text';

type InLanguage = { locale: Language };

/** Stored with the notice. `price`: in KES, of one unit. */
export type LotFacts = {
  id: number;
  crop: string;
  quantity: number;
  unit: Unit;
  price: number;
  place: string;
  day: Day;
  /** Where and when a farm brings its share. */
  point?: string;
  hours?: string;
  /** The quantity of the lot, where `quantity` is the sum of its shares. */
  wanted?: number;
};

const SMS_PLACE_MAX = 20;

export const cropText = (id: string, { locale }: InLanguage): string => {
  const crop = findCrop(id);
  return (locale === 'sw' ? crop?.swahili : crop?.english) ?? id;
};

const lotWords = ({ point = '', hours = '', wanted = 0, ...facts }: LotFacts, on: InLanguage) => ({
  id: facts.id,
  crop: cropText(facts.crop, on),
  quantity: figureText(facts.quantity),
  unit: unitText(facts.quantity, facts.unit, on),
  one: oneUnitLabels[facts.unit]({}, on),
  price: amountText(facts.price),
  place: facts.place,
  day: weekdayName(facts.day, on),
  point,
  hours,
  wanted: figureText(wanted),
});

/** Cut to the length for which the texts have room. */
export const smsWords = (facts: LotFacts, on: InLanguage) => {
  const words = lotWords(facts, on);
  return {
    ...words,
    crop: shortName(words.crop).toLowerCase(),
    place: cutToGsm7(words.place, SMS_PLACE_MAX),
    point: cutToGsm7(words.point, SMS_PLACE_MAX),
    quantity: String(facts.quantity),
    wanted: String(facts.wanted ?? 0),
  };
};

type Message = (words: ReturnType<typeof lotWords>, on: InLanguage) => string;
const saysText = (message: Message) => (facts: LotFacts, on: InLanguage) =>
  message(lotWords(facts, on), on);
const says = (text: Message, sms: Message) => ({
  text: saysText(text),
  smsImportance: smsImportance.order,
  sms: (facts: LotFacts, on: InLanguage) => sms(smsWords(facts, on), on),
});

const toFarms = { topic: 'offers', mail: 'unread', countedAs: null } as const;
const toBuyer = { topic: 'orders', mail: 'unread' } as const;

export const lotNotices = {
  /** "LOT 12: mahindi kg 5000, KES 42/kg, Nakuru Ijumaa. Jibu: JAZA 12 KG" */
  asked: {
    name: 'lotAsked',
    ...toFarms,
    isForMailless: true,
    ...says(m.noticeLotAsked, m.smsLotAsked),
    smsImportance: smsImportance.listing,
  },
  /** A farm in line has an hour. `quantity` is what it may give. */
  turn: {
    name: 'lotTurn',
    ...toFarms,
    isUrgent: true,
    ...says(m.noticeLotTurn, m.smsLotTurn),
  },
  /** A clerk proposes a share. */
  proposed: {
    name: 'lotProposed',
    ...toFarms,
    ...says(m.noticeLotProposed, m.smsLotProposed),
  },
  /** The share became an order, which has notices of its own. */
  taken: {
    name: 'lotTaken',
    ...toFarms,
    ...says(m.noticeLotTaken, m.smsLotTaken),
  },
  /** The share ended without an order. Only a given one had reserved stock. */
  ended: {
    name: 'lotEnded',
    ...toFarms,
    isForMailless: true,
    ...says(m.noticeLotEnded, m.smsLotEnded),
  },
  closed: {
    name: 'lotClosed',
    ...toBuyer,
    isUrgent: true,
    countedAs: 'orders',
    ...says(m.noticeLotClosed, m.smsLotClosed),
  },
  /** The clock or an operator ended the lot. */
  lapsed: { name: 'lotLapsed', ...toBuyer, text: saysText(m.noticeLotLapsed) },
  /** `price` is that of the ride. */
  ride: { ...toBuyer, name: 'lotRideOffered', topic: 'offers', text: saysText(m.noticeLotRide) },
} as const satisfies Record<string, NoticeKind<LotFacts>>;
