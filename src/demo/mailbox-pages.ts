import { html, raw } from 'hono/html';
import type { Mail } from '#platform/server/adapters/mailer.ts';
import { demoLogins } from './logins.ts';

/*
 * A tool for people who try the demo, not part of the product: plain, in English, without a script.
 */

export type KeptMail = Mail & { id: number; sentAt: Date };

const style = raw(`<style>
:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:0 auto;padding:16px}
a{color:inherit}li{padding:12px 0;border-top:1px solid #8884}ul{list-style:none;padding:0}b.code{font-size:1.6rem;letter-spacing:.2em}
small{opacity:.75}iframe{width:100%;height:34rem;border:1px solid #8884;border-radius:12px;background:#fff}pre{white-space:pre-wrap;overflow-wrap:anywhere}
</style>`);

const page = (title: string, body: unknown) =>
  html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>${style}</head><body><h1>${title}</h1>${body}</body></html>`;

const codeOf = (mail: KeptMail) => /^\d{6}$/m.exec(mail.text)?.[0];
const time = (date: Date) => date.toLocaleTimeString('en-KE', { timeZone: 'Africa/Nairobi' });

const logins = html`<p>There is a market already: log in as <b>${demoLogins.farmer}</b> (farmer) or <b>${demoLogins.buyer}</b> (buyer), both
with the password <b>${demoLogins.password}</b>. The code comes here.</p>`;

export function mailboxPage(mails: KeptMail[], to: string) {
  const shown = mails.filter((mail) => mail.to.toLowerCase().includes(to.toLowerCase()));
  const rows = shown.map(
    (mail) =>
      html`<li><a href="/demo/mailbox/${mail.id}">${mail.subject}</a><br><small>to ${mail.to}, ${time(mail.sentAt)}</small>${
        codeOf(mail) ? html`<br><b class="code">${codeOf(mail)}</b>` : ''
      }</li>`,
  );
  const none = html`<p>No mail yet. Sign up, log in or ask for a new password, and the mail with the code appears here.</p>`;
  return page(
    'Demo mailbox',
    html`<p><a href="/demo/mailbox">Look again</a> · <a href="/demo/phone">Phones</a> · <a href="/">To the market</a></p>${logins}${rows.length ? html`<ul>${rows}</ul>` : none}`,
  );
}

/** One mail as its reader sees it, in a frame that runs no scripts. */
export function mailPage(mail: KeptMail) {
  return page(
    mail.subject,
    html`<p><a href="/demo/mailbox">Mailbox</a> · to ${mail.to}</p><iframe sandbox title="Mail" srcdoc="${mail.html}"></iframe><pre>${mail.text}</pre>`,
  );
}
