import type { Language } from '../language.ts';
import { m } from './compiled/messages.js';

/**
 * The messages of schemas about a field. A schema holds the key; the text is looked up where it is
 * shown.
 */
export const fieldTexts = {
  fieldInvalid: m.fieldInvalid,
  fieldTooLong: m.fieldTooLong,
  fulfilmentRequired: m.fulfilmentRequired,
  paymentMethodRequired: m.paymentMethodRequired,
  deliveryPlaceRequired: m.deliveryPlaceRequired,
  deliveryAddressRequired: m.deliveryAddressRequired,
  wishedDayRequired: m.wishedDayRequired,
  idempotencyKeyRequired: m.idempotencyKeyRequired,
  reasonRequired: m.reasonRequired,
  offerDaysInvalid: m.offerDaysInvalid,
  messageRequired: m.messageRequired,
  voiceSecondsInvalid: m.voiceSecondsInvalid,
  handoverCodeInvalid: m.handoverCodeInvalid,
  quantityWantedInvalid: m.quantityWantedInvalid,
  tooManyCartLines: m.tooManyCartLines,
  priceLimitInvalid: m.priceLimitInvalid,
  weekdaysRequired: m.weekdaysRequired,
  standingLinesRequired: m.standingLinesRequired,
  tooManyStandingLines: m.tooManyStandingLines,
  ratingRequired: m.ratingRequired,
  answerRequired: m.answerRequired,
  nameTooShort: m.nameTooShort,
  nameLettersOnly: m.nameLettersOnly,
  nameLettersAndMarks: m.nameLettersAndMarks,
  nameStrayMark: m.nameStrayMark,
  firstNameRequired: m.firstNameRequired,
  lastNameRequired: m.lastNameRequired,
  emailRequired: m.emailRequired,
  emailInvalid: m.emailInvalid,
  nationalIdRequired: m.nationalIdRequired,
  nationalIdInvalid: m.nationalIdInvalid,
  nationalIdInvalidFarmer: m.nationalIdInvalidFarmer,
  phoneNumberRequired: m.phoneNumberRequired,
  phoneNumberInvalid: m.phoneNumberInvalid,
  passwordRequired: m.passwordRequired,
  passwordWeak: m.passwordWeak,
  passwordTooShort: m.passwordTooShort,
  confirmPasswordRequired: m.confirmPasswordRequired,
  passwordsDiffer: m.passwordsDiffer,
  termsRequired: m.termsRequired,
  codeInvalidShape: m.codeInvalidShape,
  purposeInvalid: m.purposeInvalid,
  farmTypeRequired: m.farmTypeRequired,
  farmSizeRequired: m.farmSizeRequired,
  locationRequired: m.locationRequired,
  locationUnverified: m.locationUnverified,
  outsideKenya: m.errorOutsideKenya,
  latitudeInvalid: m.latitudeInvalid,
  longitudeInvalid: m.longitudeInvalid,
  accuracyInvalid: m.accuracyInvalid,
  gpsFixStale: m.gpsFixStale,
  coverageRadiusInvalid: m.coverageRadiusInvalid,
  countyUnknown: m.countyUnknown,
  cropNeeded: m.cropNeeded,
  weeksInvalid: m.weeksInvalid,
  moverDaysInvalid: m.moverDaysInvalid,
  cropUnknown: m.cropUnknown,
  farmNameRequired: m.farmNameRequired,
  deliveryFeeInvalid: m.deliveryFeeInvalid,
  minimumOrderInvalid: m.minimumOrderInvalid,
  placeQueryRequired: m.placeQueryRequired,
  quantityInvalid: m.quantityInvalid,
  quantityTooFine: m.quantityTooFine,
  dateInvalid: m.dateInvalid,
  productNameRequired: m.productNameRequired,
  categoryRequired: m.categoryRequired,
  categoryUnknown: m.categoryUnknown,
  unitRequired: m.unitRequired,
  unitUnknown: m.unitUnknown,
  priceInvalid: m.priceInvalid,
  netWeightInvalid: m.netWeightInvalid,
  tooManyPhotos: m.tooManyPhotos,
  depositPercentInvalid: m.depositPercentInvalid,
  harvestWeekRequired: m.harvestWeekRequired,
  expiryBeforeHarvest: m.expiryBeforeHarvest,
  tooManyLines: m.tooManyLines,
  keyNameRequired: m.keyNameRequired,
  keyScopeRequired: m.keyScopeRequired,
  webhookUrlInvalid: m.webhookUrlInvalid,
  pinInvalid: m.pinInvalid,
  placeNeeded: m.placeNeeded,
} as const;

export type FieldText = keyof typeof fieldTexts;

const isFieldText = (key: string): key is FieldText => Object.hasOwn(fieldTexts, key);

/**
 * The text of a schema's issue. A message that is not one of our keys (a library's own) becomes the
 * general text.
 */
export function fieldText(key: string, locale: Language): string {
  return fieldTexts[isFieldText(key) ? key : 'fieldInvalid']({}, { locale });
}
