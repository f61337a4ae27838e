import { Hono } from 'hono';
import type { DoorEnv } from '#server/door.ts';
import type { Mail, Mailer } from '#server/mail/mailer.ts';
import { mailboxPage, mailPage } from './mailbox-pages.ts';

const KEPT_MAILS = 200;

export type KeptMail = Mail & { id: number; sentAt: Date };

/**
 * The outside world for a machine without one: a mail server that keeps what it gets, and pages that show it. Whoever can open
 * them can log in as anyone, which is why the demo refuses a production setting and a real database.
 */
export function createDemo(): { mailer: Mailer; pages: Hono<DoorEnv> } {
  const mails: KeptMail[] = [];
  let nextId = 1;
  const mailer: Mailer = {
    async send(mail) {
      mails.unshift({ ...mail, id: nextId++, sentAt: new Date() });
      mails.length = Math.min(mails.length, KEPT_MAILS);
    },
    close: () => {},
  };
  const pages = new Hono<DoorEnv>()
    .get('/mailbox', (c) => c.html(mailboxPage(mails, c.req.query('to') ?? '')))
    .get('/mailbox/:id{[0-9]+}', (c) => {
      const mail = mails.find(({ id }) => id === Number(c.req.param('id')));
      return mail ? c.html(mailPage(mail)) : c.notFound();
    });
  return { mailer, pages };
}
