import { entry } from '#features/accounts/rules/sms-texts.ts';
import { SMS_NAME_MAX } from '#features/notifications/rules/limits.ts';
import { SMS_GOODS_MAX } from '#features/phones/rules/limits.ts';
import { m } from '#platform/rules/text/compiled/messages.js';

/* The longest values, as in sms-texts.ts. */
const ID = 2_147_483_647;
const TOTAL = '1,234,567';
const PRODUCT = 'x'.repeat(SMS_NAME_MAX);
const GOODS = 'x'.repeat(SMS_GOODS_MAX);

/** The texts of the USSD menu, with the longest values that they get. */
export const ussdTexts = {
  menu: entry(m.smsMenu, {}),
  menuBuyer: entry(m.smsMenuBuyer, {}),
  menuUnverified: entry(m.smsMenuUnverified, {}),
  menuBack: entry(m.smsMenuBack, {}),
  menuMore: entry(m.smsMenuMore, {}),
  orderMenu: entry(m.smsOrderMenu, {
    line: 'Order 2147483647 imekamilika KES 1,234,567',
    goods: GOODS,
    steps: '1 Kubali\n2 Kataa',
  }),
  stepAccept: entry(m.smsStepAccept, {}),
  stepReject: entry(m.smsStepReject, {}),
  stepReady: entry(m.smsStepReady, {}),
  stepSend: entry(m.smsStepSend, {}),
  stepUnpaid: entry(m.smsStepUnpaid, {}),
  stepCode: entry(m.smsStepCode, {}),
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
  pinChoose: entry(m.smsPinChoose, {}),
  pinChooseNew: entry(m.smsPinChooseNew, {}),
  pinOld: entry(m.smsPinOld, {}),
  pinDigits: entry(m.smsPinDigits, {}),
  pinChosen: entry(m.smsPinChosen, {}),
  pinThere: entry(m.smsPinThere, {}),
};
