/*
 * SHA-256 of short texts (FIPS 180-4), only for the proof of work. WebCrypto is asynchronous for
 * each hash, which takes ten times as long as computing it here.
 */

/** One block holds this many characters, a terminating bit, and the length. */
const TEXT_MAX = 55;

/** The first 32 bits of the fractional parts of roots of the first primes. */
const primes = [...Array(312).keys()]
  .filter((n) => n > 1 && ![...Array(n).keys()].some((d) => d > 1 && n % d === 0))
  .slice(0, 64);
const fraction = (root: number) => ((root - Math.floor(root)) * 2 ** 32) | 0;
const ROUND = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));
const [A = 0, B = 0, C = 0, D = 0, E = 0, F = 0, G = 0, H = 0] = primes.map((prime) =>
  fraction(Math.sqrt(prime)),
);

const turn = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits));

/**
 * Creates a function that returns the first 32 bits of the SHA-256 of a text of at most 55 ASCII
 * characters. It reuses one buffer.
 */
export function createHasher(): (text: string) => number {
  const words = new Int32Array(64);
  const setByte = (at: number, byte: number) => {
    words[at >> 2] = (words[at >> 2] as number) | (byte << (24 - 8 * (at & 3)));
  };
  return (text) => {
    const { length } = text;
    if (length > TEXT_MAX) throw new Error('The text does not fit into one block');
    words.fill(0, 0, 16);
    for (let at = 0; at < length; at += 1) setByte(at, text.charCodeAt(at));
    setByte(length, 0x80);
    words[15] = length * 8;
    return compress(words);
  };
}

/**
 * The rounds of one block.
 * @returns the first of the eight words
 */
function compress(words: Int32Array): number {
  for (let at = 16; at < 64; at += 1) {
    const [early, late] = [words[at - 15] as number, words[at - 2] as number];
    const small = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const large = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words[at] = ((words[at - 16] as number) + small + (words[at - 7] as number) + large) | 0;
  }
  let [a, b, c, d, e, f, g, h] = [A, B, C, D, E, F, G, H];
  for (let at = 0; at < 64; at += 1) {
    const choice = (e & f) ^ (~e & g);
    const first =
      (h +
        (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) +
        choice +
        (ROUND[at] as number) +
        (words[at] as number)) |
      0;
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  return (a + A) | 0;
}
