import { html } from 'hono/html';
import type { Language } from '#platform/rules/language.ts';
import { m } from '#text';
import { demoLogins } from './logins.ts';
import { type Handsets, SERVICE_CODE, type SimulatedSms } from './sms/simulated-sms.ts';

/*
 * A phone with keys: its inbox, the menu of *384…, and a form to write SMS. Works without a script.
 */

const KEPT_LINES = 6;
const PEOPLE_MAX = 20;
const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'];
const letters = ['', 'abc', 'def', 'ghi', 'jkl', 'mno', 'pqrs', 'tuv', 'wxyz', '+', '', ''];

const local = (number: string) => number.replace(/^\+254(\d{3})(\d{3})(\d{3})$/, '0$1 $2 $3');
const clockTime = (moment: Date) =>
  moment.toLocaleTimeString('en-KE', {
    timeZone: 'Africa/Nairobi',
    hour: '2-digit',
    minute: '2-digit',
  });

export type HandsetView = {
  sms: SimulatedSms;
  handsets: Handsets;
  number: string;
  language: Language;
};

/** Falls back to the demo farmer's number if the typed one is invalid. */
export function chosenNumber(typed: string | undefined): string {
  const bare = (typed ?? '')
    .slice(0, 30)
    .replace(/[\s()-]/g, '')
    .replace(/^(0|254)/, '+254');
  return /^\+254[17]\d{8}$/.test(bare) ? bare : demoLogins.farmerPhone;
}

export function handset(view: HandsetView) {
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
export function handsetSide(view: HandsetView) {
  const { sms, number, language } = view;
  const locale = { locale: language };
  const { delivery, behaviour } = sms;
  const people = [
    demoLogins.farmerPhone,
    demoLogins.buyerPhone,
    ...sms.messages.map(({ to }) => to),
  ];
  const sent = view.handsets.sentBy(number).slice(0, KEPT_LINES);
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
  const got = sms.messages.filter(({ to }) => to === number).slice(0, KEPT_LINES);
  return html`<h2>${m.handsetInbox({}, locale)}</h2>${
    got.length > 0
      ? html`<ul class="inbox">${got.map(({ text, sentAt }) => html`<li><small>SOKO ${clockTime(sentAt)}</small><span class="sms">${text}</span></li>`)}</ul>`
      : html`<p>${m.handsetEmpty({}, locale)}</p><p>${m.handsetDialHint({ code: SERVICE_CODE }, locale)}</p>`
  }`;
}

export const hiddenNumber = (number: string) =>
  html`<input type="hidden" name="number" value="${number}">`;

export const toggle = (name: string, isOn: boolean, text: string) =>
  html`<label class="toggle"><input type="checkbox" name="${name}" ${isOn ? 'checked' : ''}><span>${text}</span></label>`;

const nameOf = (number: string) =>
  ({ [demoLogins.farmerPhone]: demoLogins.farmer, [demoLogins.buyerPhone]: demoLogins.buyer })[
    number
  ] ?? '';
