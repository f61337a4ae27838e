// What the market sells: heaps in crates, open sacks, hanging bananas, tins on the shelf. Each piece of produce is
// defined once and laid out by <use>.
import { ellipse, line, path, short, use } from './paper.ts';
import { banana, carrot, leaf, maizeCob, mango } from './produce/produce-long.ts';
import { avocado, cabbage, onion, orange, potato, tomato } from './produce/produce-round.ts';

export function produceDefs(): string {
  const items: [string, string][] = [
    ['tm', tomato()],
    ['tn', tomato('#e2603f', '#c2452d')],
    ['av', avocado()],
    ['or', orange()],
    ['cb', cabbage()],
    ['mz', maizeCob()],
    ['on', onion()],
    ['po', potato()],
    ['mg', mango()],
    ['ct', carrot()],
    ['kl', leaf('#46965a', '#d4efc0', true)],
    ['bn', banana()],
    ['cr', crateFront()],
  ];
  return items.map(([id, art]) => `<g id="${id}">${art}</g>`).join('');
}

/** A crate front, 150 wide and 84 high, its rim on y = 0 and centred on x = 0. */
function crateFront(): string {
  const slat = (y: number, tone: string) =>
    path(`M-72 ${y}H72V${y + 22}H-72Z`, tone) + path(`M-72 ${y + 18}H72V${y + 22}H-72Z`, '#8a5f2b', 'opacity=".4"');
  const post = (x: number) =>
    path(`M${x}-5H${x + 16}V86H${x}Z`, '#b37f3e') +
    path(`M${x + 11}-5H${x + 16}V86H${x + 11}Z`, '#8a5f2b', 'opacity=".5"') +
    line(`M${x + 7} 12V72`, '#6a431f', 4, 'stroke-dasharray="0 30"');
  return (
    path('M-70 0H70V84H-70Z', '#54341a') +
    slat(1, '#d8a661') +
    slat(30, '#cd9a55') +
    slat(59, '#c18d49') +
    line('M-50 10H-8M20 14H50M-30 42H30M-44 70H-4', '#a8763a', 2, 'opacity=".7"') +
    post(-75) +
    post(59)
  );
}

export interface Heap {
  x: number;
  /** The rim of the crate. */
  y: number;
  ids: readonly [string, ...string[]];
  scale: number;
  /** How many pieces lie in the front row; each row behind has one fewer. */
  front: number;
  random: () => number;
  /** The spread of the pieces' turns, in degrees, and the turn of the middle. */
  spread?: number;
  turn?: number;
}

/** A crate with its heap: the back rows first, the crate's front last. */
export function crateOf({ x, y, ids, scale, front, random, spread = 30, turn = 0 }: Heap): string {
  const step = 124 / front;
  let pieces = '';
  for (let row = 2; row >= 0; row--) {
    const count = front - row;
    for (let k = 0; k < count; k++) {
      pieces += use(ids[(row + k) % ids.length] ?? ids[0], {
        x: x + (k - (count - 1) / 2) * step + (random() - 0.5) * 5,
        y: y - 4 - row * 25 * scale + (random() - 0.5) * 4,
        scale,
        turn: turn + (random() - 0.5) * spread,
      });
    }
  }
  return pieces + use('cr', { x, y });
}

/** Bananas on a string: the stems meet where the string ends. */
export function hangingBananas(x: number, y: number): string {
  const fingers = [82, 16, 66, 32, 50]
    .map((turn) => `<use href="#bn" transform="translate(${x} ${y})rotate(${turn})translate(28 25)"/>`)
    .join('');
  return line(`M${x} ${y - 60}V${y - 2}`, '#8a6a3e', 3) + fingers;
}

/** Tins and jars on a shelf whose board is at y. */
export function shelfGoods(x: number, y: number): string {
  const jar = (dx: number, width: number, height: number, tone: string, lid: string) =>
    path(`M${x + dx} ${y}v${-height}h${width}v${height}Z`, tone) +
    path(`M${x + dx - 1} ${y - height - 6}h${width + 2}v7h${-width - 2}Z`, lid);
  return (
    jar(0, 22, 28, '#d8942a', '#a8432f') +
    jar(27, 22, 28, '#c9861f', '#a8432f') +
    jar(56, 28, 36, '#4f8a63', '#dcc193') +
    jar(90, 22, 24, '#b9573f', '#dcc193')
  );
}

/** Open gunny sacks, their rims rolled down. */
export function sacks(): string {
  const sack = (x: number, y: number, grain: string, dark: string, fleck: string) => {
    const bag = `C${x - 76} ${y + 50} ${x - 74} ${y + 110} ${x - 60} ${y + 180}H${x + 60}C${x + 74} ${y + 110} ${x + 76} ${y + 50} ${x + 58} ${y}Z`;
    return (
      path(`M${x - 58} ${y}${bag}`, '#c9a873') +
      path(
        `M${x + 18} ${y}H${x + 58}C${x + 76} ${y + 50} ${x + 74} ${y + 110} ${x + 60} ${y + 180}H${x + 16}C${x + 44} ${y + 100} ${x + 44} ${y + 40} ${x + 18} ${y}Z`,
        '#a98752',
      ) +
      line(`M${x - 60} ${y + 60}C${x - 30} ${y + 68} ${x + 30} ${y + 68} ${x + 64} ${y + 60}`, '#8f6f3f', 2.4, 'opacity=".6"') +
      ellipse([x, y + 2], [67, 24], '#b8955e') +
      ellipse([x, y], [66, 21], '#dcc193') +
      ellipse([x, y - 2], [54, 14], dark) +
      path(
        `M${x - 52} ${y - 2}C${x - 34} ${y - 42} ${x + 34} ${y - 42} ${x + 52} ${y - 2}C${x + 30} ${y + 11} ${x - 30} ${y + 11} ${x - 52} ${y - 2}Z`,
        grain,
      ) +
      line(
        `M${x - 38} ${y - 6}C${x - 20} ${y - 26} ${x + 20} ${y - 26} ${x + 38} ${y - 6}M${x - 22} ${y + 1}C${x - 8} ${y - 10} ${x + 8} ${y - 10} ${x + 24} ${y + 1}`,
        fleck,
        5,
        'stroke-dasharray="0 9"',
      )
    );
  };
  return (
    sack(1456, 738, '#b04a36', '#7d2f20', '#d98d72') +
    sack(1582, 752, '#f2c14e', '#b98a25', '#fbe09a') +
    sack(1518, 806, '#efe3c8', '#b7a67f', '#cdbd95')
  );
}

/** A bunch of kale, as it is sold: tied at the stalks, which stand on the origin. */
export function kaleBunch(): string {
  return (
    [-34, 32, -12, 12]
      .map((turn, k) => `<use href="#kl" transform="rotate(${turn})translate(0-44)scale(${short(0.9 + (k % 2) * 0.1)})"/>`)
      .join('') + line('M-9-10H9', '#f2b134', 6)
  );
}
