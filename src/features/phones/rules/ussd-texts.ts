import { entry } from '#features/accounts/rules/sms-texts.ts';
import { SMS_NAME_MAX } from '#features/notifications/rules/limits.ts';
import { SMS_GOODS_MAX } from '#features/phones/rules/limits.ts';
import { m } from '#platform/rules/text/compiled/messages.js';

/* The longest values, as in sms-texts.ts. */
const ID = 2_147_483_647;
const TOTAL = '1,234,567';
const PRODUCT = 'x'.repeat(SMS_NAME_MAX);
const GOODS = 'x'.repeat(SMS_GOODS_MAX);
const ONE = 'kreti (kilo 1,999.99)';
const GOODS_FOR_SALE = {
  product: PRODUCT,
  quantity: '1,000,000',
  unit: 'vifungu',
  price: TOTAL,
  one: ONE,
};

/** The texts of the USSD menu, with the longest values that they get. */
export const ussdTexts = {
  menu: entry(m.smsMenu, {}),
  menuBuyer: entry(m.smsMenuBuyer, {}),
  menuUnverified: entry(m.smsMenuUnverified, {}),
  menuBack: entry(m.smsMenuBack, {}),
  menuMore: entry(m.smsMenuMore, {}),
  writeTo: entry(m.smsWriteTo, { number: '+254712345678' }),
  orderMenu: entry(m.smsOrderMenu, {
    line: 'Order 2147483647 imekamilika KES 1,234,567',
    goods: GOODS,
    terms: 'imelipwa, itachukuliwa, leo asubuhi',
    steps: '1 Enter the code\n2 Enter the weight\n9 Details',
  }),
  stepAccept: entry(m.smsStepAccept, {}),
  stepReject: entry(m.smsStepReject, {}),
  stepReady: entry(m.smsStepReady, {}),
  stepSend: entry(m.smsStepSend, {}),
  stepUnpaid: entry(m.smsStepUnpaid, {}),
  stepCode: entry(m.smsStepCode, {}),
  stepDetails: entry(m.smsStepDetails, {}),
  stepWeigh: entry(m.smsStepWeigh, {}),
  askWeight: entry(m.smsAskWeight, {
    product: PRODUCT,
    quantity: '1,000,000',
    least: '999,999.99',
    most: '999,999.99',
  }),
  askCode: entry(m.smsAskCode, {}),
  askCount: entry(m.smsAskCount, { product: PRODUCT, quantity: '1,000,000', unit: 'vifungu' }),
  askCrop: entry(m.smsAskCrop, {}),
  rejectMenu: entry(m.smsRejectMenu, { id: ID, total: TOTAL }),
  wrongChoice: entry(m.smsWrongChoice, {}),
  ussdLate: entry(m.smsUssdLate, {}),
  productLine: entry(m.smsProductLine, {
    product: PRODUCT,
    quantity: '1,000,000',
    unit: 'vifungu',
  }),
  stepCancel: entry(m.smsStepCancel, {}),
  cancelMenu: entry(m.smsCancelMenu, { id: ID, total: TOTAL }),
  cancelMenuPaid: entry(m.smsCancelMenuPaid, { id: ID, total: TOTAL }),
  cancelledByFarmer: entry(m.smsCancelledByFarmer, { id: ID }),
  productMenu: entry(m.smsProductMenu, { ...GOODS_FOR_SALE }),
  askNewPrice: entry(m.smsAskNewPrice, { product: PRODUCT, price: TOTAL, one: ONE }),
  repriced: entry(m.smsRepriced, { product: PRODUCT, price: TOTAL, one: ONE, before: TOTAL }),
  endListingMenu: entry(m.smsEndListingMenu, { product: PRODUCT }),
  listingEnded: entry(m.smsListingEnded, { product: PRODUCT }),
  priceRange: entry(m.smsPriceRange, {
    place: 'Elgeyo-Marakwet',
    low: TOTAL,
    high: TOTAL,
    one: ONE,
  }),
  askGroup: entry(m.smsAskGroup, {}),
  cropNotListed: entry(m.smsCropNotListed, {}),
  askUnit: entry(m.smsAskUnit, { crop: PRODUCT }),
  askQuantity: entry(m.smsAskQuantity, { unit: 'vifungu' }),
  askPrice: entry(m.smsAskPrice, { one: ONE }),
  sellMenu: entry(m.smsSellMenu, { ...GOODS_FOR_SALE }),
  listed: entry(m.smsListed, { ...GOODS_FOR_SALE }),
  conversationsNone: entry(m.smsConversationsNone, {}),
  conversationLine: entry(m.smsConversationLine, { name: PRODUCT, product: PRODUCT }),
  conversationUnread: entry(m.smsConversationUnread, {
    name: PRODUCT,
    product: PRODUCT,
    count: 99,
  }),
  you: entry(m.smsYou, {}),
  offerLine: entry(m.smsOfferLine, { ...GOODS_FOR_SALE, total: TOTAL }),
  stepReply: entry(m.smsStepReply, {}),
  stepsOffer: entry(m.smsStepsOffer, {}),
  askCounter: entry(m.smsAskCounter, { ...GOODS_FOR_SALE }),
  countered: entry(m.smsCountered, { ...GOODS_FOR_SALE }),
  askReply: entry(m.smsAskReply, {}),
  replySent: entry(m.smsReplySent, {}),
  offerAccepted: entry(m.smsOfferAccepted, { product: PRODUCT }),
  offerDeclined: entry(m.smsOfferDeclined, { product: PRODUCT }),
  askName: entry(m.smsAskName, {}),
  askCounty: entry(m.smsAskCounty, {}),
  countyUnknown: entry(m.smsCountyUnknown, {}),
  askTown: entry(m.smsAskTown, {}),
  townUnknown: entry(m.smsTownUnknown, { county: 'Elgeyo-Marakwet' }),
  askPlace: entry(m.smsAskPlace, {}),
  askFarmType: entry(m.smsAskFarmType, {}),
  askFarmSize: entry(m.smsAskFarmSize, {}),
  joinMenu: entry(m.smsJoinMenu, { name: PRODUCT, town: PRODUCT }),
  joined: entry(m.smsJoined, { name: PRODUCT }),
  pinChoose: entry(m.smsPinChoose, {}),
  pinChooseNew: entry(m.smsPinChooseNew, {}),
  pinOld: entry(m.smsPinOld, {}),
  pinDigits: entry(m.smsPinDigits, {}),
  pinChosen: entry(m.smsPinChosen, {}),
  pinThere: entry(m.smsPinThere, {}),
};
