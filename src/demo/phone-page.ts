import { html, raw } from 'hono/html';
import { PUSH_ANSWER_SECONDS } from '#orders/rules/limits.ts';
import { m } from '#text';
import { demoLogins } from './logins.ts';
import type { PhoneAnswer, Prompt, SentPayout, SimulatedMpesa } from './simulated-mpesa.ts';
import { type Handsets, SERVICE_CODE, type SimulatedSms } from './simulated-sms.ts';

const phoneStyle = `
:root{color-scheme:light dark;--paper:#faf7ef;--card:#fffdf8;--sunk:#f2ecdd;--line:#e6dfcf;--edge:#7f7a68;--ink:#17261d;--soft:#4c5c52;--green:#1f6b43;--solid:#1f6b43;--end:#a8432f}
@media(prefers-color-scheme:dark){:root{--paper:#101b15;--card:#18261e;--sunk:#0b140f;--line:#2c3c32;--edge:#7b8d80;--ink:#eef2e8;--soft:#aebcb1;--green:#86d3a4;--solid:#277a4c;--end:#ab4631}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
header{display:flex;flex-wrap:wrap;gap:4px 24px;align-items:baseline;justify-content:space-between;max-width:960px;margin:0 auto;padding:16px}
h1{font-size:1.375rem;line-height:1.2;margin:0}h2{font-size:1.0625rem;margin:0 0 8px}p{margin:0}
nav{display:flex;flex-wrap:wrap;gap:0 14px;font-size:.9375rem}nav a{color:var(--green);display:inline-flex;align-items:center;min-height:44px}
main{display:grid;gap:24px;max-width:960px;margin:0 auto;padding:0 16px 32px}
@media(min-width:800px){main{grid-template-columns:360px 1fr;align-items:start}}
.phone{border:1px solid var(--line);width:100%;max-width:360px;margin:0 auto;background:#10141a;border-radius:40px;padding:14px;box-shadow:0 18px 40px #0003}
.bar{display:flex;justify-content:space-between;color:#fff;font-size:.8125rem;padding:2px 18px 10px}
.screen{background:linear-gradient(160deg,var(--sunk),var(--paper));border-radius:28px;min-height:520px;padding:20px 16px;display:flex;flex-direction:column;justify-content:center;gap:16px}
.number{text-align:center;color:var(--soft);font-variant-numeric:tabular-nums}
.prompt{background:var(--card);border-radius:16px;padding:20px 16px;display:grid;gap:12px;box-shadow:0 8px 24px #0002}
.ask{overflow-wrap:anywhere}.amount{font-size:1.75rem;line-height:1.2;font-weight:700;font-variant-numeric:tabular-nums}
label{font-weight:600}#pin{width:100%;min-height:52px;font-size:1.5rem;letter-spacing:.5em;text-align:center;border:1px solid var(--edge);border-radius:10px;background:var(--card);color:var(--ink)}
.hint,small{color:var(--soft);font-size:.875rem}.hint b{color:var(--ink);font-variant-numeric:tabular-nums}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:12px}
button{min-height:48px;border-radius:10px;font:inherit;font-weight:600;line-height:1.3;padding:8px 16px;cursor:pointer;border:1px solid var(--edge);background:var(--card);color:var(--ink)}
button.main{background:var(--solid);border-color:var(--solid);color:#fff}button:hover{filter:brightness(.96)}
:focus-visible{outline:3px solid var(--green);outline-offset:2px}
.idle{text-align:center;display:grid;gap:8px;padding:0 8px}.still{font-size:1.25rem;font-weight:600}
.message{background:var(--card);border-radius:14px;padding:12px 14px;font-size:.9375rem;overflow-wrap:anywhere}
.side{display:grid;gap:16px}.card{background:var(--card);border:1px solid var(--line);border-radius:16px;padding:16px}
.card>p{color:var(--soft)}.card form{display:grid;gap:4px;margin-top:8px}.card form button{justify-self:start;margin-top:8px}
.toggle{display:flex;gap:12px;align-items:center;min-height:44px;font-weight:400}.toggle input{width:22px;height:22px;flex:none;accent-color:var(--green)}
h3{font-size:1rem;margin:12px 0 0}.off{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
#number,textarea{width:100%;min-height:48px;padding:10px 12px;font:inherit;border:1px solid var(--edge);border-radius:10px;background:var(--card);color:var(--ink)}
.handset{width:100%;max-width:340px;margin:0 auto;padding:20px 20px 28px;border-radius:46px 46px 64px 64px;background:linear-gradient(160deg,#2e4a63,#16283a);box-shadow:0 18px 40px #0004,inset 0 2px 0 #ffffff30,inset 0 -6px 16px #0006;display:grid;gap:14px}
.brand{text-align:center;color:#dbe6ee;font-weight:700;letter-spacing:.2em;font-size:.8125rem}
.lcd{background:#c5d7a0;color:#16230c;border:6px solid #0c151d;border-radius:14px;min-height:216px;max-height:300px;overflow-y:auto;padding:8px 12px 12px;font:600 1rem/1.35 ui-monospace,Menlo,monospace;box-shadow:inset 0 2px 8px #0004}
.lcd h2{margin:0;font-size:1rem}.lcdbar{display:flex;justify-content:space-between;font-size:.8125rem;border-bottom:1px dashed #16230c88;padding-bottom:4px;margin-bottom:6px}
.ussd,.sms{white-space:pre-wrap;overflow-wrap:anywhere}.lcd small{color:inherit;font-size:.8125rem}.inbox li{display:grid;gap:0;border-color:#16230c55}
.keypad{display:grid;gap:12px}.typed span{color:#dbe6ee;font-size:.875rem}.typed input{width:100%;min-height:48px;padding:8px 12px;font:700 1.25rem ui-monospace,Menlo,monospace;border:2px solid #0c151d;border-radius:10px;background:#eef5dd;color:#16230c}
.row,.keys{display:grid;grid-template-columns:repeat(3,1fr);gap:10px}.key{display:grid;place-content:center;justify-items:center;min-height:54px;padding:2px;border:0;border-radius:16px;background:linear-gradient(#fbfcfd,#d5dde3);color:#14202b;box-shadow:0 3px 0 #0007}
.key b{font-size:1.375rem;line-height:1.1}.key small{color:#3c4a56;font-size:.75rem;line-height:1}.key:active{transform:translateY(2px);box-shadow:0 1px 0 #0007}.clear{min-height:48px;font-size:1.125rem}
.call,.end-call{border:0;color:#fff;border-radius:22px;padding:8px 4px}.call{background:var(--solid)}.end-call{background:var(--end)}.handset :focus-visible{outline-color:#ffd54a}
ul{list-style:none;margin:0;padding:0}li{display:flex;justify-content:space-between;gap:16px;padding:10px 0;border-top:1px solid var(--line)}li:first-child{border-top:0}
.end{text-align:right}.good{color:var(--green)}
`;

/*
 * A tool for people who try the demo, in both languages. Shows every payment request, to any
 * number.
 */

const KEPT_LINES = 8;
/** Any other PIN is wrong. */
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

/** One phone rings for every payment, and one has keys for any number. */
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
<div class="side"><section class="card"><h2>${m.phoneNetwork({}, locale)}</h2>
<form method="post" action="/demo/phone/delivery">${hiddenNumber(number)}
${toggle('lose', delivery.isLost, m.phoneLose({}, locale))}${toggle('double', delivery.isDoubled, m.phoneDouble({}, locale))}${toggle('late', delivery.lateSeconds > 0, m.phoneLate({}, locale))}
<button class="quiet">${m.phoneKeep({}, locale)}</button></form></section>
<section class="card"><h2>${m.phonePayouts({}, locale)}</h2>${payoutList(payouts, language)}</section>
<section class="card"><h2>${m.phoneHistory({}, locale)}</h2>${answered.length ? html`<ul>${answered.map((line) => historyLine(line, language))}</ul>` : html`<p>${m.phoneNoHistory({}, locale)}</p>`}</section>
</div>`;
  const keys = html`${handset(view)}${handsetSide(view)}`;
  return html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${m.phoneTitle({}, locale)}</title><style>${raw(phoneStyle)}</style>
<noscript><meta http-equiv="refresh" content="5"></noscript><script type="module" src="/demo/phone.js"></script></head>
<body data-state="${stateOf(mpesa, view)}"><header><h1>${m.phoneTitle({}, locale)}</h1>
<nav><a href="/">${m.phoneToMarket({}, locale)}</a><a href="/demo/mailbox">${m.phoneToMailbox({}, locale)}</a><a href="?language=${other.language}&number=${encodeURIComponent(number)}" lang="${other.language}">${other.name}</a></nav></header>
<main>${prompt ? html`${rings}${keys}` : html`${keys}${rings}`}</main></body></html>`;
}

/** Changes whenever the page would change. */
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
  return html`<div class="idle"><p class="still">${m.phoneQuiet({}, locale)}</p></div>${message ?? ''}`;
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

/*
 * A phone with keys: its inbox, the menu of *384…, and a form to write SMS. Works without a script.
 */

const HANDSET_LINES = 6;
const PEOPLE_MAX = 20;
const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'];
const letters = ['', 'abc', 'def', 'ghi', 'jkl', 'mno', 'pqrs', 'tuv', 'wxyz', '+', '', ''];

const local = (number: string) => number.replace(/^\+254(\d{3})(\d{3})(\d{3})$/, '0$1 $2 $3');

type HandsetView = {
  sms: SimulatedSms;
  handsets: Handsets;
  number: string;
  language: Language;
};

/** Falls back to the demo farmer's number if the typed one is invalid. */
export function chosenNumber(typed: string | undefined) {
  const bare = (typed ?? '')
    .slice(0, 30)
    .replace(/[\s()-]/g, '')
    .replace(/^(0|254)/, '+254');
  return /^\+254[17]\d{8}$/.test(bare) ? bare : demoLogins.farmerPhone;
}

function handset(view: HandsetView) {
  const { number, language } = view;
  const locale = { locale: language };
  const session = view.handsets.sessionOf(number);
  return html`<section class="handset" aria-label="${m.handsetTitle({}, locale)}"><p class="brand" aria-hidden="true">SOKO 3310</p>
<div class="lcd" aria-live="polite" tabindex="0"><p class="lcdbar"><span>Safari</span><span>${local(number)}</span></p>
${session ? html`<p class="ussd">${session.screen || m.handsetNetworkError({}, locale)}</p>` : inbox(view)}</div>
<form method="post" action="/demo/phone/keys" class="keypad">${hiddenNumber(number)}
<label class="typed"><span>${m.handsetKeys({}, locale)}</span><input name="typed" data-typed inputmode="tel" autocomplete="off" maxlength="40" placeholder="${session?.isOpen ? '' : SERVICE_CODE}"></label>
<div class="row"><button name="press" value="call" class="call">${session?.isOpen ? m.handsetSend({}, locale) : m.handsetCall({}, locale)}</button>
<button type="button" class="key clear" data-clear aria-label="C: ${m.handsetClear({}, locale)}">C</button>
<button name="press" value="end" class="end-call">${m.handsetEnd({}, locale)}</button></div>
<div class="keys">${keys.map((key, index) => html`<button type="button" class="key" data-key="${key}" aria-label="${m.handsetKey({ key: `${key} ${letters[index]}`.trim() }, locale)}"><b>${key}</b> <small>${letters[index]}</small></button>`)}</div>
</form></section>`;
}

/** For writing an SMS, choosing the phone, and simulating network faults. */
function handsetSide(view: HandsetView) {
  const { sms, number, language } = view;
  const locale = { locale: language };
  const { delivery, behaviour } = sms;
  const people = [
    demoLogins.farmerPhone,
    demoLogins.buyerPhone,
    ...sms.messages.map(({ to }) => to),
  ];
  const sent = view.handsets.sentBy(number).slice(0, HANDSET_LINES);
  const whose = html`<section class="card"><h2>${m.handsetTitle({}, locale)}</h2>
<form method="get" action="/demo/phone"><label for="number">${m.handsetNumber({}, locale)}</label>
<input id="number" name="number" list="people" value="${local(number)}" inputmode="tel" autocomplete="off" data-typed-anew>
<datalist id="people">${[...new Set(people)].slice(0, PEOPLE_MAX).map((person) => html`<option value="${local(person)}">${nameOf(person)}</option>`)}</datalist>
<button class="quiet">${m.handsetPick({}, locale)}</button></form></section>`;
  return html`<div class="side"><section class="card"><h2>${m.handsetWrite({}, locale)}</h2>
<form method="post" action="/demo/phone/sms">${hiddenNumber(number)}<label for="text" class="off">${m.handsetWrite({}, locale)}</label>
<textarea id="text" name="text" rows="2" maxlength="1000" data-typed required aria-describedby="text-hint"></textarea><p class="hint" id="text-hint">${m.handsetWriteHint({}, locale)}</p>
<button class="main">${m.handsetSendSms({}, locale)}</button></form>
${sent.length > 0 ? html`<h3>${m.handsetSent({}, locale)}</h3><ul>${sent.map(({ text, sentAt }) => html`<li><span>${text}</span><small class="end">${clockTime(sentAt)}</small></li>`)}</ul>` : ''}</section>
${whose}
<section class="card"><h2>${m.handsetNetwork({}, locale)}</h2>
<form method="post" action="/demo/phone/sms-network">${hiddenNumber(number)}
${toggle('lose', delivery.isLost, m.phoneLose({}, locale))}${toggle('double', delivery.isDoubled, m.phoneDouble({}, locale))}${toggle('late', delivery.lateSeconds > 0, m.phoneLate({}, locale))}${toggle('reorder', delivery.isReordered, m.handsetReorder({}, locale))}${toggle('down', behaviour.send === 'broken', m.handsetDown({}, locale))}
<button class="quiet">${m.phoneKeep({}, locale)}</button></form></section></div>`;
}

function inbox({ sms, number, language }: HandsetView) {
  const locale = { locale: language };
  const got = sms.messages.filter(({ to }) => to === number).slice(0, HANDSET_LINES);
  return html`<h2>${m.handsetInbox({}, locale)}</h2>${
    got.length > 0
      ? html`<ul class="inbox">${got.map(({ text, sentAt }) => html`<li><small>SOKO ${clockTime(sentAt)}</small><span class="sms">${text}</span></li>`)}</ul>`
      : html`<p>${m.handsetEmpty({}, locale)}</p><p>${m.handsetDialHint({ code: SERVICE_CODE }, locale)}</p>`
  }`;
}

const hiddenNumber = (number: string) =>
  html`<input type="hidden" name="number" value="${number}">`;

const toggle = (name: string, isOn: boolean, text: string) =>
  html`<label class="toggle"><input type="checkbox" name="${name}" ${isOn ? 'checked' : ''}><span>${text}</span></label>`;

const nameOf = (number: string) =>
  ({ [demoLogins.farmerPhone]: demoLogins.farmer, [demoLogins.buyerPhone]: demoLogins.buyer })[
    number
  ] ?? '';
