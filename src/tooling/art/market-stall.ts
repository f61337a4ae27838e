// The stall itself: its back, its awning, the counter and the crates before it; other stalls far behind.
import { crateOf, hangingBananas, shelfGoods } from './market-goods.ts';
import { circle, line, path, place, use } from './paper.ts';

const left = 770;
const right = 1390;

export function stallBack(): string {
  const post = (x: number) => path(`M${x} 400h16V900h-16Z`, '#7a4e2a') + path(`M${x + 10} 400h6V900h-6Z`, '#54341a');
  const shelf =
    path(`M${left + 16} 500H${right - 16}V511H${left + 16}Z`, '#94683a') +
    path(`M${left + 16} 511H${right - 16}V518H${left + 16}Z`, '#17140c', 'opacity=".35"');
  return (
    path(`M${left + 8} 400H${right - 8}V760H${left + 8}Z`, 'url(#w)') +
    shelfGoods(792, 500) +
    shelfGoods(1094, 500) +
    shelfGoods(1216, 500) +
    shelf +
    hangingBananas(890, 452) +
    hangingBananas(1070, 446) +
    post(left) +
    post(right - 16)
  );
}

export function awning(): string {
  const count = 11;
  const [topLeft, topRight, footLeft, footRight, top, foot] = [800, 1364, 740, 1424, 300, 404];
  const at = (from: number, to: number, k: number) => Math.round(from + ((to - from) * k) / count);
  let stripes = '';
  for (let k = 0; k < count; k++) {
    const [a, b, c, d] = [
      at(topLeft, topRight, k),
      at(topLeft, topRight, k + 1),
      at(footLeft, footRight, k),
      at(footLeft, footRight, k + 1),
    ];
    const r = Math.round((d - c) / 2);
    stripes += path(`M${a} ${top}H${b}L${d} ${foot}H${c}Z`, k % 2 ? '#faf2df' : '#1f6b43');
    stripes += path(`M${c} ${foot}H${d}V${foot + 16}A${r} ${r - 8} 0 0 1 ${c} ${foot + 16}Z`, k % 2 ? '#e6d8b6' : '#17553a');
  }
  return (
    stripes +
    path(`M${topLeft} ${top}H${topRight}L${topRight + 9} ${top + 16}H${topLeft - 9}Z`, '#17261d', 'opacity=".14"') +
    path(`M${topLeft - 6} ${top - 9}H${topRight + 6}V${top + 4}H${topLeft - 6}Z`, '#7a4e2a')
  );
}

export function counter(random: () => number): string {
  const board =
    path(`M${left - 6} 764H${right + 6}V778H${left - 6}Z`, '#9c6b38') +
    path(`M${left + 2} 778H${right - 2}V900H${left + 2}Z`, '#6b4325') +
    path(`M${left + 2} 778H${right - 2}V796H${left + 2}Z`, '#2a1a0e', 'opacity=".5"');
  return (
    board +
    crateOf({ x: 856, y: 690, ids: ['or', 'mg'], scale: 0.84, front: 4, random }) +
    crateOf({ x: 1014, y: 690, ids: ['cb'], scale: 0.66, front: 3, random }) +
    crateOf({ x: 1172, y: 690, ids: ['mz'], scale: 0.66, front: 5, random, spread: 50 }) +
    crateOf({ x: 1330, y: 690, ids: ['ct'], scale: 0.62, front: 6, random, spread: 30, turn: 178 })
  );
}

export function crateStack(random: () => number): string {
  return (
    crateOf({ x: 792, y: 806, ids: ['av'], scale: 0.66, front: 4, random }) +
    crateOf({ x: 952, y: 806, ids: ['tm', 'tn'], scale: 0.88, front: 4, random }) +
    crateOf({ x: 1112, y: 806, ids: ['on', 'po', 'on'], scale: 0.82, front: 4, random })
  );
}

/** The cloth of an umbrella takes its colour from the place that uses it. */
export function backgroundDefs(): string {
  const canopy = 'M-80-92C-60-134 60-134 80-92C64-100 48-100 40-92C28-100 12-100 0-92C-12-100-28-100-40-92C-48-100-64-100-80-92Z';
  const umbrella =
    line('M0 0V-120', '#6b5a3e', 5) +
    `<path d="${canopy}"/>` +
    path('M0-124C40-124 68-116 80-92C64-100 48-100 40-92C34-108 20-118 0-124Z', '#17261d', 'opacity=".16"') +
    path('M-50-34C-40-52-20-46-10-52C6-44 30-54 50-34Z', '#c2543d') +
    path('M-56-36H56V20H-56Z', '#a9784a');
  const person = `<path d="M-16 30C-20-20-18-44 0-46C18-44 20-20 16 30Z"/>${circle(0, -60, 12, '#5d3826')}`;
  return `<g id="um">${umbrella}</g><g id="pe">${person}</g><g id="tr">${shadeTree()}</g>`;
}

/** The market behind, in the haze, with people among the umbrellas. */
export function farStalls(): string {
  const umbrella = (x: number, y: number, scale: number, cloth: string) => `<g fill="${cloth}">${use('um', { x, y, scale })}</g>`;
  const person = (x: number, y: number, scale: number, cloth: string, cap: string) =>
    `<g fill="${cloth}">${use('pe', { x, y, scale })}</g>${place({ x, y, scale }, path('M-12-62C-14-80 14-80 12-62C6-68-6-68-12-62Z', cap))}`;
  return (
    use('tr', { x: 690, y: 640, scale: 1.2 }) +
    use('tr', { x: 1470, y: 640, scale: 1.45 }) +
    person(226, 650, 0.9, '#3c8264', '#2a1a12') +
    umbrella(140, 660, 0.9, '#e8b04a') +
    umbrella(350, 650, 0.74, '#c66a4d') +
    person(428, 648, 0.8, '#d9a441', '#a8432f') +
    person(626, 654, 0.94, '#b5563d', '#e8b04a') +
    umbrella(540, 658, 0.94, '#4f9a78') +
    umbrella(1506, 654, 1, '#c66a4d') +
    person(1586, 650, 0.95, '#35705a', '#f2b134')
  );
}

/** A broad crown in three layers of paper; its foot is the origin. */
function shadeTree(): string {
  return (
    path('M-12 0C-6-60-8-110-30-150L-14-156C-4-130 4-130 12-162L26-156C12-110 8-60 14 0Z', '#5a3d26') +
    path('M-120-140C-150-190-110-230-72-226C-58-280 40-290 62-240C110-250 148-200 116-150C70-124-70-122-120-140Z', '#2f7a50') +
    path('M-96-156C-112-196-76-218-52-208C-40-250 34-258 48-218C84-224 108-190 90-160C50-142-50-142-96-156Z', '#3d9160') +
    path('M-60-176C-66-200-40-210-26-200C-16-226 26-228 34-202C54-204 62-186 52-174C20-166-30-166-60-176Z', '#57a873')
  );
}
