import type { Language } from '#platform/rules/language.ts';
import { escapeHtml } from '#platform/server/escape-html.ts';
import { m } from '#text';
import type { Mail } from './mailer.ts';

export type Letter = {
  to: string;
  language: Language;
  subject: string;
  paragraphs: string[];
  code?: string;
  supportEmail: string;
};

/** For the simplest mail programs: tables without images, and inline styles. */
export function writeLetter({
  to,
  language,
  subject,
  paragraphs,
  code,
  supportEmail,
}: Letter): Mail {
  const closing = m.mailClosing({ supportEmail }, { locale: language });
  // The code is the first number, so that a phone offers the right digits to copy.
  const text = [subject, ...(code ? [code] : []), ...paragraphs, closing, 'SokoShamba'].join(
    '\n\n',
  );
  const html = `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#faf7ef;color:#17261d;font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" style="max-width:520px;background:#fffdf8;border:1px solid #e6dfcf;border-radius:16px" cellpadding="0" cellspacing="0">
<tr><td style="padding:24px 28px 0;font-weight:800;color:#1f6b43">SokoShamba</td></tr>
<tr><td style="padding:8px 28px 28px">
<h1 style="font-size:22px;line-height:1.25;margin:8px 0 16px">${escapeHtml(subject)}</h1>
${code ? `<p style="font-size:34px;font-weight:800;letter-spacing:6px;margin:0 0 16px;color:#0f3d2e">${escapeHtml(code)}</p>` : ''}
${paragraphs.map((paragraph) => `<p style="margin:0 0 12px">${escapeHtml(paragraph)}</p>`).join('\n')}
<p style="margin:20px 0 0;color:#4f5f55;font-size:14px">${escapeHtml(closing)}</p>
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
  return { to, subject, text, html, language };
}
