import { html, raw } from 'hono/html';
import { PUSH_ANSWER_SECONDS } from '#features/orders/rules/limits.ts';
import type { Language } from '#platform/rules/language.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { type HandsetView, handset, handsetSide, hiddenNumber, toggle } from './handset-page.ts';
import type { PhoneAnswer, Prompt, SentPayout } from './mpesa/prompts.ts';
import type { SimulatedMpesa } from './mpesa/simulated-mpesa.ts';
import { phoneStyle } from './phone-style.ts';

/*
 * The demo's phones. Every payment request, to any number, is shown here. A tool for people who try
 * the demo, in both languages.
 */

const KEPT_LINES = 8;
/** The PIN of all phones in the demo. Any other PIN is wrong. */
export const DEMO_PIN = '1234';

const said: Record<
  PhoneAnswer,
  (inputs: Record<string, never>, options: { locale: Language }) => string
> = {
  approve: m.phonePaid,
  cancel: m.phoneCancelled,
  insufficient: m.phoneInsufficient,
  wrongPin: m.phoneWrongPin,
  tooSoon: m.phoneTooSoon,
  none: m.phoneUnanswered,
};

const kes = (amount: number) => `KES ${amount.toLocaleString('en-KE')}`;
const clockTime = (moment: Date) =>
  moment.toLocaleTimeString('en-KE', {
    timeZone: 'Africa/Nairobi',
    hour: '2-digit',
    minute: '2-digit',
  });
const numberOf = (msisdn: string) =>
  `0${msisdn.slice(3, 6)} ${msisdn.slice(6, 9)} ${msisdn.slice(9)}`;
/** The order's id follows the letters of the reference. */
const orderOf = ({ reference }: Prompt) => reference.replace(/\D/g, '');

/** All phones of the demo: one that rings for every payment, and one with keys for any number. */
export function phonePage(mpesa: SimulatedMpesa, view: HandsetView) {
  const { language, number } = view;
  const locale = { locale: language };
  const { prompts, payouts, delivery } = mpesa;
  const ringing = prompts.filter(({ answer }) => answer === null);
  const [prompt, ...waiting] = ringing.toReversed();
  const answered = prompts.filter(({ answer }) => answer !== null).slice(0, KEPT_LINES);
  const other =
    language === 'en' ? { language: 'sw', name: 'Kiswahili' } : { language: 'en', name: 'English' };
  const rings = html`<section class="phone" aria-label="${m.phoneTitle({}, locale)}"><div class="bar"><span>${clockTime(mpesa.clock())}</span><span>Safari LTE</span></div>
<div class="screen" aria-live="polite">${prompt ? ringingScreen(prompt, { now: mpesa.clock(), waiting: waiting.length, language, number }) : idleScreen(answered[0], language)}</div></section>
<div class="side"><section class="card"><h2>${m.phoneNetwork({}, locale)}</h2><p>${m.phoneNetworkLead({}, locale)}</p>
<form method="post" action="/demo/phone/delivery">${hiddenNumber(number)}
${toggle('lose', delivery.isLost, m.phoneLose({}, locale))}${toggle('double', delivery.isDoubled, m.phoneDouble({}, locale))}${toggle('late', delivery.lateSeconds > 0, m.phoneLate({}, locale))}
<button class="quiet">${m.phoneKeep({}, locale)}</button></form></section>
<section class="card"><h2>${m.phonePayouts({}, locale)}</h2>${payoutList(payouts, language)}</section>
<section class="card"><h2>${m.phoneHistory({}, locale)}</h2>${answered.length ? html`<ul>${answered.map((line) => historyLine(line, language))}</ul>` : html`<p>${m.phoneNoHistory({}, locale)}</p>`}</section>
</div>`;
  const keys = html`${handset(view)}${handsetSide(view)}`;
  // A ringing phone comes first.
  return html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${m.phoneTitle({}, locale)}</title><style>${raw(phoneStyle)}</style>
<noscript><meta http-equiv="refresh" content="5"></noscript><script type="module" src="/demo/phone.js"></script></head>
<body data-state="${stateOf(mpesa, view)}"><header><h1>${m.phoneTitle({}, locale)}</h1>
<nav><a href="/">${m.phoneToMarket({}, locale)}</a><a href="/demo/mailbox">${m.phoneToMailbox({}, locale)}</a><a href="?language=${other.language}&number=${encodeURIComponent(number)}" lang="${other.language}">${other.name}</a></nav></header>
<main>${prompt ? html`${rings}${keys}` : html`${keys}${rings}`}</main></body></html>`;
}

/** A text that changes whenever the page would change. */
export const stateOf = (
  { prompts, payouts }: SimulatedMpesa,
  { sms, handsets }: Pick<HandsetView, 'sms' | 'handsets'>,
) =>
  [
    prompts[0]?.id ?? 0,
    prompts.filter(({ answer }) => answer === null).length,
    payouts.length,
    sms.messages[0]?.id ?? 0,
    handsets.changes(),
  ].join('.');

/** `number` belongs to the phone with keys next to it, which keeps its number. */
type Ringing = { now: Date; waiting: number; language: Language; number: string };

function ringingScreen(prompt: Prompt, { now, waiting, language, number }: Ringing) {
  const locale = { locale: language };
  const ends = prompt.rangAt.getTime() + PUSH_ANSWER_SECONDS * 1000;
  const secondsLeft = Math.max(0, Math.ceil((ends - now.getTime()) / 1000));
  const answer = (name: PhoneAnswer, text: string) =>
    html`<button name="answer" value="${name}" class="quiet" formnovalidate>${text}</button>`;
  return html`<p class="number">${numberOf(prompt.msisdn)}</p>
<form method="post" action="/demo/phone/${prompt.id}" class="prompt">${hiddenNumber(number)}
<p class="ask">${m.phoneAsk({ amount: kes(prompt.amount), order: orderOf(prompt) }, locale)}</p><p class="amount">${kes(prompt.amount)}</p>
<label for="pin">${m.phonePin({}, locale)}</label>
<input id="pin" name="pin" type="password" inputmode="numeric" pattern="[0-9]{4}" maxlength="4" autocomplete="off" required>
<p class="hint">${m.phonePinHint({ pin: DEMO_PIN }, locale)}</p>
<div class="pair">${answer('cancel', m.phoneCancel({}, locale))}<button name="answer" value="approve" class="main">${m.phoneOk({}, locale)}</button></div>
${answer('insufficient', m.phoneNoMoney({}, locale))}
<p class="hint">${m.phoneLeave({}, locale)} <b data-ends="${ends}">${secondsLeft}</b>&nbsp;s</p>
${waiting ? html`<p class="hint">${m.phoneWaiting({ count: waiting }, locale)}</p>` : ''}</form>`;
}

function idleScreen(last: Prompt | undefined, language: Language) {
  const locale = { locale: language };
  const message =
    last &&
    html`<div class="message"><b>M-PESA</b><p>${said[last.answer ?? 'none']({}, locale)}: ${kes(last.amount)}, SokoShamba ${last.reference}. ${last.receipt ?? ''}</p></div>`;
  return html`<div class="idle"><p class="still">${m.phoneQuiet({}, locale)}</p><p class="hint">${m.phoneQuietHint({}, locale)}</p></div>${message ?? ''}`;
}

function historyLine({ msisdn, amount, answer, rangAt, receipt }: Prompt, language: Language) {
  return html`<li><span><b>${kes(amount)}</b><br><small>${numberOf(msisdn)}, ${clockTime(rangAt)}</small></span><span class="end ${answer === 'approve' ? 'good' : ''}">${said[answer ?? 'none']({}, { locale: language })}<br><small>${receipt ?? ''}</small></span></li>`;
}

function payoutList(payouts: SentPayout[], language: Language) {
  const locale = { locale: language };
  if (payouts.length === 0) return html`<p>${m.phoneNoPayouts({}, locale)}</p>`;
  const lines = payouts
    .slice(0, KEPT_LINES)
    .map(
      ({ msisdn, amount, sentAt, transactionId, isPaid }) =>
        html`<li><span><b>${kes(amount)}</b><br><small>${numberOf(msisdn)}, ${clockTime(sentAt)}</small></span><span class="end ${isPaid ? 'good' : ''}">${isPaid ? m.phoneReceived({}, locale) : m.phonePayoutFailed({}, locale)}<br><small>${transactionId}</small></span></li>`,
    );
  return html`<ul>${lines}</ul>`;
}
