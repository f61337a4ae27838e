// Market morning. The seller stands at x ≈ 960 behind her counter and the buyer at x ≈ 1240, both within a phone's
// narrow crop (742 to 1282) and below its text; the awning, the far stalls and the sacks fill the wider desktop.
import { heroSheet, hill, lifted, ridge, standing } from './landscape.ts';
import { produceDefs, sacks } from './market-goods.ts';
import { buyer, seller } from './market-people.ts';
import { awning, backgroundDefs, counter, crateStack, farStalls, stallBack } from './market-stall.ts';
import { circle, fade, glow, path, place, randomFrom } from './paper.ts';

export function drawHeroMarket(): string {
  const random = randomFrom(17);
  const far = ridge({ base: 500, amplitude: 22, bends: 8, phase: 0.9, random });
  const middle = ridge({ base: 560, amplitude: 18, bends: 7, phase: 2.6, random });
  const defs =
    fade('k', [0, '#a9d3cb'], [0.36, '#f8e6bd'], [0.66, '#f8c98a']) +
    glow('o', [0, '#fff8e0'], [0.4, '#ffeab0', 0.8], [1, '#ffd98f', 0]) +
    fade('a', [0, '#93bd9b'], [1, '#74a683']) +
    fade('b', [0, '#5fa676'], [1, '#3f8a5d']) +
    fade('g', [0, '#d99560'], [0.5, '#b9603c'], [1, '#8a3c26']) +
    fade('w', [0, '#2b2a1f'], [0.5, '#4a3a26'], [1, '#6a4a2c']) +
    produceDefs() +
    backgroundDefs();
  const ground = 'M-100 640C300 622 700 646 1000 634C1300 624 1500 640 1700 630V950H-100Z';
  return heroSheet(
    defs,
    path('M0 0H1600V900H0Z', 'url(#k)') +
      circle(1180, 330, 460, 'url(#o)') +
      lifted(hill(far, 'url(#a)')) +
      lifted(hill(middle, 'url(#b)') + farStalls()) +
      path(ground, '#17261d', 'opacity=".16" transform="translate(0 -7)"') +
      path(ground, 'url(#g)') +
      foreground() +
      stallBack() +
      standing(place({ x: 958, y: 708 }, seller())) +
      standing(counter(random)) +
      standing(awning()) +
      standing(place({ x: 1284, y: 900 }, buyer()) + crateStack(random) + sacks()),
  );
}

/** Two nearer folds of red earth with their hard shadows. */
function foreground(): string {
  const fold = 'C140 712 420 764 760 752C1060 742 1360 700 1700 726V950H-100Z';
  const nearFold = 'C200 806 460 842 760 832C1100 822 1400 800 1700 812V950H-100Z';
  return (
    path(`M-100 716${fold}`, '#17261d', 'opacity=".12"') +
    path(`M-100 726${fold}`, '#b25a38') +
    path(`M-100 800${nearFold}`, '#17261d', 'opacity=".16"') +
    path(`M-100 811${nearFold}`, '#964329')
  );
}
