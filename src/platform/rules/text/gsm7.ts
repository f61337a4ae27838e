/*
 * An SMS has 160 characters of the GSM 7-bit alphabet (3GPP TS 23.038). If one character is outside
 * of it, the whole text is sent as UCS-2, of which 70 characters fit. A longer text is sent in
 * parts, each with a few characters less for its header.
 */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** Each of these takes two characters. */
const EXTENDED = '\f^{}\\[~]|€';

export const SMS_CHARACTERS = 160;
const SMS_CHARACTERS_OF_PART = 153;
const UCS2_CHARACTERS = 70;
const UCS2_CHARACTERS_OF_PART = 67;

export type SmsMeasure = { isGsm7: boolean; characters: number; parts: number };

/** The length of a text: in GSM-7 characters, or in UTF-16 units if it has any other character. */
export function measureSms(text: string): SmsMeasure {
  const characters = [...text].map((character) => widthOf(character));
  const isGsm7 = characters.every((width) => width > 0);
  const length = isGsm7 ? characters.reduce((sum, width) => sum + width, 0) : text.length;
  const [whole, part] = isGsm7
    ? [SMS_CHARACTERS, SMS_CHARACTERS_OF_PART]
    : [UCS2_CHARACTERS, UCS2_CHARACTERS_OF_PART];
  return { isGsm7, characters: length, parts: length <= whole ? 1 : Math.ceil(length / part) };
}

/** 0 for a character outside the alphabet. */
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
 * Converts typed text (a name, a reason) to the basic alphabet. Removes accents; replaces other
 * characters with "?".
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

/** Cuts a text to a number of characters. A cut text ends in two full stops. */
export function cutToGsm7(text: string, characters: number): string {
  const plain = toGsm7(text);
  return plain.length <= characters ? plain : `${plain.slice(0, Math.max(0, characters - 2))}..`;
}
