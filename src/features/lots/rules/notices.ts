import { type NoticeKind, smsImportance } from '#notifications/rules/notice.ts';
import { findCrop } from '#products/rules/crops.ts';
import type { Unit } from '#products/rules/product.ts';
import { oneUnitLabels, unitText } from '#products/rules/product-texts.ts';
import { amountText, figureText } from '#rules/amounts.ts';
import type { Day } from '#rules/day.ts';
import type { Language } from '#rules/language.ts';
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
};

const SMS_PLACE_MAX = 20;

/** "Friday", "Ijumaa". */
export const lotDayText = (day: Day, { locale }: InLanguage): string =>
  new Intl.DateTimeFormat(locale === 'sw' ? 'sw-KE' : 'en-KE', {
    weekday: 'long',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`));

export const cropText = (id: string, { locale }: InLanguage): string => {
  const crop = findCrop(id);
  return (locale === 'sw' ? crop?.swahili : crop?.english) ?? id;
};

export const lotWords = (facts: LotFacts, on: InLanguage) => ({
  id: facts.id,
  crop: cropText(facts.crop, on),
  quantity: figureText(facts.quantity),
  unit: unitText(facts.quantity, facts.unit, on),
  one: oneUnitLabels[facts.unit]({}, on),
  price: amountText(facts.price),
  place: facts.place,
  day: lotDayText(facts.day, on),
});

/** Cut to the length for which the texts have room. */
export const smsWords = (facts: LotFacts, on: InLanguage) => {
  const words = lotWords(facts, on);
  return {
    ...words,
    crop: shortName(words.crop).toLowerCase(),
    place: cutToGsm7(words.place, SMS_PLACE_MAX),
    quantity: String(facts.quantity),
  };
};

type Message = (words: ReturnType<typeof lotWords>, on: InLanguage) => string;
const saysText = (message: Message) => (facts: LotFacts, on: InLanguage) =>
  message(lotWords(facts, on), on);
const saysSms = (message: Message) => (facts: LotFacts, on: InLanguage) =>
  message(smsWords(facts, on), on);

const toFarms = { topic: 'offers', mail: 'unread', countedAs: null } as const;

/** "LOT 12: mahindi kg 5000, KES 42/kg, Nakuru Ijumaa. Jibu: JAZA 12 KG" */
export const lotAskedNotice: NoticeKind<LotFacts> = {
  name: 'lotAsked',
  ...toFarms,
  isForMailless: true,
  smsImportance: smsImportance.listing,
  text: saysText(m.noticeLotAsked),
  sms: saysSms(m.smsLotAsked),
};

/** A farm in line has an hour. `quantity` is what it may give. */
export const lotTurnNotice: NoticeKind<LotFacts> = {
  name: 'lotTurn',
  ...toFarms,
  isUrgent: true,
  smsImportance: smsImportance.order,
  text: saysText(m.noticeLotTurn),
  sms: saysSms(m.smsLotTurn),
};

/** A clerk proposes a share. */
export const lotProposedNotice: NoticeKind<LotFacts> = {
  name: 'lotProposed',
  ...toFarms,
  smsImportance: smsImportance.order,
  text: saysText(m.noticeLotProposed),
  sms: saysSms(m.smsLotProposed),
};

export type ShareFacts = LotFacts & { point: string; hours: string };

/** The share became an order, which has notices of its own. */
export const lotTakenNotice: NoticeKind<ShareFacts> = {
  name: 'lotTaken',
  ...toFarms,
  smsImportance: smsImportance.order,
  text: (facts, options) =>
    m.noticeLotTaken(
      { ...lotWords(facts, options), point: facts.point, hours: facts.hours },
      options,
    ),
  sms: (facts, on) =>
    m.smsLotTaken(
      { ...smsWords(facts, on), point: cutToGsm7(facts.point, SMS_PLACE_MAX), hours: facts.hours },
      on,
    ),
};

/** The share ended without an order. Only a given one had reserved stock. */
export const lotEndedNotice: NoticeKind<LotFacts> = {
  name: 'lotEnded',
  ...toFarms,
  isForMailless: true,
  smsImportance: smsImportance.order,
  text: saysText(m.noticeLotEnded),
  sms: saysSms(m.smsLotEnded),
};

/** To the buyer. `quantity` is what the farms give, `wanted` what was asked for. */
export const lotClosedNotice: NoticeKind<LotFacts & { wanted: number }> = {
  name: 'lotClosed',
  topic: 'orders',
  mail: 'unread',
  isUrgent: true,
  smsImportance: smsImportance.order,
  countedAs: 'orders',
  text: (facts, options) =>
    m.noticeLotClosed({ ...lotWords(facts, options), wanted: figureText(facts.wanted) }, options),
  sms: (facts, on) => m.smsLotClosed({ ...smsWords(facts, on), wanted: String(facts.wanted) }, on),
};

/** To the buyer, when the clock or an operator ended the lot. */
export const lotLapsedNotice: NoticeKind<LotFacts> = {
  name: 'lotLapsed',
  topic: 'orders',
  mail: 'unread',
  text: saysText(m.noticeLotLapsed),
};

/** To the buyer. `price` is that of the ride. */
export const lotRideNotice: NoticeKind<LotFacts> = {
  name: 'lotRideOffered',
  topic: 'offers',
  mail: 'unread',
  text: saysText(m.noticeLotRide),
};

export const lotNotices = [
  lotAskedNotice,
  lotTurnNotice,
  lotProposedNotice,
  lotTakenNotice,
  lotEndedNotice,
  lotClosedNotice,
  lotLapsedNotice,
  lotRideNotice,
];
