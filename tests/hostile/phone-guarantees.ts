import type { Guarantee } from './guarantee-table.ts';

const phones = (name: string) => `features/phones/${name}.test.ts`;

const row = (id: string, promise: string, ...files: string[]): Guarantee => ({
  id,
  promise,
  files,
});

/** The guarantees about SMS and USSD, part of the table in guarantees.ts. */
export const phoneGuarantees: Guarantee[] = [
  row(
    'A92',
    'What people write and type by SMS and USSD is erased after ten minutes, at most an hour, because it may hold a PIN or a handover code',
    phones('kept-and-erased'),
  ),
  row(
    'C93',
    'One number is verified for one account, and money goes to no other',
    phones('verified-numbers'),
    phones('without-email'),
    phones('signed-up-by-agent'),
    phones('kept-and-erased'),
  ),
  row(
    'D94',
    'One SMS that comes fifty times, 200 confirmations and one USSD request sent twenty times are one confirmation',
    phones('repeated-words'),
    phones('ussd'),
  ),
  row(
    'C95',
    'An autoresponder gets one answer in an hour, whatever it repeats; short codes get none',
    phones('commands'),
    phones('repeated-words'),
  ),
  row(
    'B96',
    'A number that nobody has verified hears nothing personal',
    phones('commands'),
    phones('ussd'),
    phones('number-probing'),
  ),
  row(
    'A97',
    'After 90 days of silence, a changed SIM, and for a handover above KES 20,000 the PIN is asked for',
    phones('commands'),
    phones('ussd'),
    phones('ussd-attacks'),
    phones('asked-words'),
  ),
  row(
    'E98',
    'When the SMS service was down for an hour, what still matters goes once and by importance; what was lost is told in other ways',
    phones('outage'),
  ),
  row(
    'D99',
    'A USSD request counts once, in its order, and for the phone that made it; a number means what the last list said',
    phones('ussd-attacks'),
    phones('ussd-back'),
  ),
  row(
    'C100',
    'Who is sent no SMS uses up no codes and no budget, and strangers leave half of the budget to logins and orders',
    phones('sms-budget'),
  ),
  row(
    'A101',
    'A SIM that was reported as changed gets no code for a new password and no news',
    phones('changed-sim'),
  ),
  row(
    'E102',
    'Each USSD screen is answered within two seconds while buyers order, somebody asks expensive questions and the SMS service hangs',
    'hostile/ussd-under-load.test.ts',
  ),
];
