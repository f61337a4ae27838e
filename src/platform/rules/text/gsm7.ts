/*
 * An SMS has 160 characters of the alphabet GSM 7-bit (3GPP TS 23.038); one character outside of
 * it, and the whole text is sent as UCS-2, of which 70 fit. A longer text goes in parts, each of
 * which gives up a few characters to its header.
 */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** Each takes the room of two. */
const EXTENDED = '\f^{}\\[~]|€';

export const SMS_CHARACTERS = 160;
const SMS_CHARACTERS_OF_PART = 153;
const UCS2_CHARACTERS = 70;
const UCS2_CHARACTERS_OF_PART = 67;

export type SmsMeasure = { isGsm7: boolean; characters: number; parts: number };

/** How much room a text takes: in GSM-7 characters, or in UTF-16 units where it has any other. */
export function measureSms(text: string): SmsMeasure {
  const characters = [...text].map((character) => widthOf(character));
  const isGsm7 = characters.every((width) => width > 0);
  const length = isGsm7 ? characters.reduce((sum, width) => sum + width, 0) : text.length;
  const [whole, part] = isGsm7
    ? [SMS_CHARACTERS, SMS_CHARACTERS_OF_PART]
    : [UCS2_CHARACTERS, UCS2_CHARACTERS_OF_PART];
  return { isGsm7, characters: length, parts: length <= whole ? 1 : Math.ceil(length / part) };
}

/** 0 for a character that the alphabet doesn't have. */
function widthOf(character: string): number {
  if (BASIC.includes(character)) return 1;
  return EXTENDED.includes(character) ? 2 : 0;
}

const REPLACED: Record<string, string> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '×': 'x',
};

/**
 * What somebody typed (a name, a reason) in the plain characters of the alphabet: accents go, and
 * what is left over becomes "?".
 */
export function toGsm7(text: string): string {
  return [...text.replaceAll(/[’‘“”–—…×]/gu, (mark) => REPLACED[mark] ?? '')]
    .map((character) => {
      if (BASIC.includes(character)) return character;
      const bare = character.normalize('NFKD').replaceAll(/\p{M}/gu, '');
      return bare !== '' && [...bare].every((letter) => BASIC.includes(letter)) ? bare : '?';
    })
    .join('')
    .replaceAll(/\s+/gu, ' ');
}

/**
 * As much of a text as fits into so many characters, with a full stop for each of two that were cut
 * off.
 */
export function cutToGsm7(text: string, characters: number): string {
  const plain = toGsm7(text);
  return plain.length <= characters ? plain : `${plain.slice(0, Math.max(0, characters - 2))}..`;
}
