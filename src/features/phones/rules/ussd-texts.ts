import { entry } from '#features/accounts/rules/sms-texts.ts';
import { SMS_NAME_MAX } from '#features/notifications/rules/limits.ts';
import { SMS_GOODS_MAX } from '#features/phones/rules/limits.ts';
import { ID_MAX } from '#platform/rules/limits.ts';
import { m } from '#platform/rules/text/compiled/messages.js';

/* The longest values, as in sms-texts.ts. */
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
  menuBuyerWeighed: entry(m.smsMenuBuyerWeighed, {}),
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
  stepUnpaid: entry(m.smsStepUnpaid, {}),
  stepCode: entry(m.smsStepCode, {}),
  stepDetails: entry(m.smsStepDetails, {}),
  differenceLine: entry(m.smsDifferenceLine, { id: ID_MAX, more: TOTAL }),
  differenceMenu: entry(m.smsDifferenceMenu, { id: ID_MAX, goods: GOODS, more: TOTAL }),
  differenceIsPaid: entry(m.smsDifferenceIsPaid, { id: ID_MAX, total: TOTAL }),
  stepWeigh: entry(m.smsStepWeigh, {}),
  askWeight: entry(m.smsAskWeight, {
    product: PRODUCT,
    quantity: '1,000,000',
    least: '999,999.99',
    most: '999,999.99',
  }),
  askSentCode: entry(m.smsAskSentCode, {}),
  askCode: entry(m.smsAskCode, {}),
  askCount: entry(m.smsAskCount, { product: PRODUCT, quantity: '1,000,000', unit: 'vifungu' }),
  askCrop: entry(m.smsAskCrop, {}),
  rejectMenu: entry(m.smsRejectMenu, { id: ID_MAX, total: TOTAL }),
  wrongChoice: entry(m.smsWrongChoice, {}),
  ussdLate: entry(m.smsUssdLate, {}),
  productLine: entry(m.smsProductLine, {
    product: PRODUCT,
    quantity: '1,000,000',
    unit: 'vifungu',
  }),
  stepCancel: entry(m.smsStepCancel, {}),
  cancelMenu: entry(m.smsCancelMenu, { id: ID_MAX, total: TOTAL }),
  cancelMenuPaid: entry(m.smsCancelMenuPaid, { id: ID_MAX, total: TOTAL }),
  cancelledByFarmer: entry(m.smsCancelledByFarmer, { id: ID_MAX }),
  productMenu: entry(m.smsProductMenu, { ...GOODS_FOR_SALE }),
  productMenuExpired: entry(
    (values: typeof GOODS_FOR_SALE, options) =>
      `${m.productExpired({}, options)}\n${m.smsProductMenu(values, options)}`,
    { ...GOODS_FOR_SALE },
  ),
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
  askReach: entry(m.smsAskReach, { most: 25, usual: 10 }),
  joinMenu: entry(m.smsJoinMenu, { name: PRODUCT, town: PRODUCT }),
  joined: entry(m.smsJoined, { name: PRODUCT }),
  pinChoose: entry(m.smsPinChoose, {}),
  pinChooseNew: entry(m.smsPinChooseNew, {}),
  pinOld: entry(m.smsPinOld, {}),
  pinDigits: entry(m.smsPinDigits, {}),
  pinChosen: entry(m.smsPinChosen, {}),
  pinThere: entry(m.smsPinThere, {}),
};
