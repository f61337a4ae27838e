import { supportEmail, supportPhone } from '#web/app/shell/site-info.ts';

const EMAIL = String.raw`[\w.+-]+@[\w-]+(?:\.[\w-]+)+`;
const SITE = String.raw`www\.[\w-]+(?:\.[\w-]+)+`;

/** A sentence in which e-mail addresses, web addresses and our phone number can be tapped. */
export function LinkedText({ text }: { text: string }) {
  // Our own addresses are placeholders while the page is built, so they are looked for as they stand, not by their shape.
  const own = [supportEmail(), supportPhone()].filter(Boolean).map((address) => address.replace(/[^\w\s]/gu, String.raw`\$&`));
  // Split by a pattern in brackets, every second part is what the pattern found.
  return text.split(new RegExp(`(${[...own, EMAIL, SITE].join('|')})`)).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <a key={part} href={addressOf(part)} className="link wrap-anywhere">
        {part}
      </a>
    ),
  );
}

function addressOf(found: string): string {
  if (found === supportPhone()) return `tel:${found}`;
  return found.startsWith('www.') ? `https://${found}` : `mailto:${found}`;
}
