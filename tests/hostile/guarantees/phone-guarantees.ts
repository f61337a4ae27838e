import { hostile, payments, phones, type Rows } from './guarantee-table.ts';

export const phoneGuarantees: Rows = {
  A92: [
    'Texts of SMS and USSD are erased after ten minutes, an hour at most, because they may contain a PIN or a handover code',
    phones('kept-and-erased'),
  ],
  C93: [
    'A number is verified for one account, and money goes to no other; the operator sees the payouts that wait for a verification',
    phones('verified-numbers'),
    phones('without-email'),
    phones('signed-up-by-agent'),
    phones('kept-and-erased'),
    payments('unverified-payouts'),
  ],
  D94: [
    'One SMS received fifty times, 200 confirmations, and one USSD request sent twenty times confirm once',
    phones('repeated-words'),
    'features/phones/ussd/ussd',
  ],
  C95: [
    'An autoresponder gets one answer an hour, whatever it repeats; short codes get none',
    phones('commands'),
    phones('repeated-words'),
  ],
  B96: [
    'An unverified number gets nothing personal',
    phones('commands'),
    'features/phones/ussd/ussd',
    phones('number-probing'),
  ],
  A97: [
    'The PIN is required after 90 days of silence, after a changed SIM, and for a handover above KES 20,000',
    phones('commands'),
    'features/phones/ussd/ussd',
    'features/phones/ussd/ussd-attacks',
    phones('asked-words'),
  ],
  E98: [
    'After the SMS service was down, SMS that still matter go out once, the important first; what may be lost is sent once more, and news over the day’s cap is counted in one SMS',
    phones('outage'),
  ],
  D99: [
    'A USSD request counts once, in its order, and for the phone that made it; a number refers to the last list shown',
    'features/phones/ussd/ussd-attacks',
    'features/phones/ussd/ussd-back',
  ],
  C100: [
    'Somebody who gets no SMS uses up no codes and no budget, and strangers leave half of the budget for logins and orders',
    phones('sms-budget'),
  ],
  A101: [
    'A SIM that was reported as changed gets no code for a new password and no news',
    phones('changed-sim'),
  ],
  E102: [
    'Each USSD screen is answered within two seconds while buyers order, somebody asks expensive questions and the SMS service hangs',
    hostile('ussd-under-load'),
  ],
};
