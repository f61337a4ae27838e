import { otpPurposes } from '#accounts/rules/account-input.ts';
import { alarmLetter } from '#accounts/server/alarm-owner.ts';
import { codeLetter } from '#accounts/server/one-time-codes.ts';
import { languages } from '#rules/language.ts';
import { createSmtpMailer } from '#server/adapters/mailer.ts';
import { report } from '#tests/setup/report.ts';
import { startSmtpSink } from '#tests/setup/servers/smtp-sink.ts';

const from = 'SokoShamba <no-reply@test.example>';
const supportEmail = 'help@test.example';

let sink: Awaited<ReturnType<typeof startSmtpSink>>;
let mailer: ReturnType<typeof createSmtpMailer>;
beforeAll(async () => {
  sink = await startSmtpSink();
  mailer = createSmtpMailer({ url: sink.url, from });
});
afterAll(async () => {
  mailer.close();
  await sink.stop();
});

test.each(
  languages.flatMap((language) => otpPurposes.map((purpose) => [language, purpose] as const)),
)(
  'a mail through SMTP with a code (%s, %s) shows it as six digits together, before every other number, in text and html',
  async (language, purpose) => {
    await mailer.send(
      codeLetter({ to: 'achieng@duka.example', language, purpose, code: '042137', supportEmail }),
    );
    const mail = sink.received.at(-1);
    const text = mail?.parsed.text ?? '';
    const html = mail?.parsed.html ?? '';
    const shown = html.replace(/<head>.*<\/head>/s, '').replace(/<[^>]*>/g, ' ');
    expect(/\d+/.exec(text)?.[0]).toBe('042137');
    expect(/\d+/.exec(shown)?.[0]).toBe('042137');
    expect(mail?.parsed.subject).not.toMatch(/\d/);
    expect(html).toContain(`<html lang="${language}">`);
    expect(mail?.raw).toMatch(new RegExp(`^Content-Language: ${language}`, 'm'));
    const sender = { name: 'SokoShamba', address: 'no-reply@test.example' };
    expect(mail?.parsed.from).toMatchObject(sender);
    expect(mail?.recipients).toEqual(['achieng@duka.example']);
  },
);

const login = { to: 'a@x.ke', purpose: 'login', code: '042137', supportEmail } as const;
const person = { to: 'a@x.ke', language: 'en', firstName: 'Ann', supportEmail } as const;

test('a mail through SMTP: C23: markup in a name is text in the mail, not markup', async () => {
  const firstName = '<img src=x onerror=alert(1)>&"\'';
  await mailer.send(alarmLetter('passwordChanged', { ...person, firstName }));
  const { parsed } = sink.received.at(-1) ?? {};
  expect(parsed?.html).not.toContain('<img');
  expect(parsed?.html).toContain('&lt;img src=x onerror=alert(1)&gt;&amp;&quot;&#39;');
  expect(parsed?.text).toContain(firstName);
});

test.each([
  ['a name', { firstName: 'Ann\r\nBcc: all@x.ke\r\n\r\nHello' }],
  ['an address', { to: 'a@x.ke\r\nBcc: all@x.ke' }],
  ['an address with a list in it', { to: 'a@x.ke, b@x.ke' }],
  ['an address with a name in it', { to: '"Bcc: all@x.ke" <b@x.ke>' }],
])(
  'a mail through SMTP: C23: line breaks in %s add neither a header nor a second recipient, even past the schemas',
  async (_, changes) => {
    const before = sink.received.length;
    const letter = alarmLetter('passwordChanged', { ...person, ...changes });
    await mailer.send(letter).catch(() => {});
    for (const mail of sink.received.slice(before)) {
      expect(mail.recipients).toHaveLength(1);
      expect(mail.parsed.headers.map(({ key }) => key)).not.toContain('bcc');
      expect(mail.parsed.to ?? []).toHaveLength(1);
    }
    report('C23', `line breaks in ${_}: ${sink.received.length - before} mail, no added header`);
  },
);

test('a mail through SMTP to a recipient that the server refuses fails', async () => {
  const letter = codeLetter({ ...login, to: 'refused@x.ke', language: 'en' });
  await expect(mailer.send(letter)).rejects.toThrow(/no such user/);
});
