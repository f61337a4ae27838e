import { escapeHtml } from '#server/escape-html.ts';
import { m } from '#text';
import type { Mail } from './mailer.ts';

/** The palette of look.css, for letters and PDF files, which have no stylesheet. */
export const documentColours = {
  paper: '#faf7ef',
  card: '#fffdf8',
  line: '#e6dfcf',
  ink: '#17261d',
  muted: '#4c5c52',
  leaf: '#1f6b43',
} as const;

type Letter = {
  to: string;
  language: Language;
  /** Of the reader, where it is known. */
  firstName?: string | null | undefined;
  subject: string;
  paragraphs: string[];
  code?: string;
  supportEmail: string;
};

const { paper, card, line, ink, muted, leaf } = documentColours;

/** For the simplest mail programs: tables without images, and inline styles. */
export function writeLetter({
  to,
  language,
  firstName,
  subject,
  paragraphs: body,
  code,
  supportEmail,
}: Letter): Mail {
  const locale = { locale: language };
  const paragraphs = [...(firstName ? [m.mailHello({ firstName }, locale)] : []), ...body];
  const closing = m.mailClosing({ supportEmail }, locale);
  // The code is the first number, so that a phone offers the right digits to copy.
  const text = [subject, ...(code ? [code] : []), ...paragraphs, closing, 'SokoShamba'].join(
    '\n\n',
  );
  const html = `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:${paper};color:${ink};font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" style="max-width:520px;background:${card};border:1px solid ${line};border-radius:16px" cellpadding="0" cellspacing="0">
<tr><td style="padding:24px 28px 0;font-weight:800;color:${leaf}">SokoShamba</td></tr>
<tr><td style="padding:8px 28px 28px">
<h1 style="font-size:22px;line-height:1.25;margin:8px 0 16px">${escapeHtml(subject)}</h1>
${code ? `<p style="font-size:34px;font-weight:800;letter-spacing:6px;margin:0 0 16px;color:${leaf}">${escapeHtml(code)}</p>` : ''}
${paragraphs.map((paragraph) => `<p style="margin:0 0 12px">${escapeHtml(paragraph)}</p>`).join('\n')}
<p style="margin:20px 0 0;color:${muted};font-size:14px">${escapeHtml(closing)}</p>
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
  return { to, subject, text, html, language };
}
