// The deal: a farmer hands over a crate, the buyer takes its weight and shows the paid phone. The crate stands at
// x ≈ 1120 and the phone at x ≈ 850, so that both survive a phone's narrow crop (742 to 1282).

import { acacia, birds, homestead } from './farm-life.ts';
import { givingHand, phoneHand, takingHand } from './hands.ts';
import { produceCrate } from './hands-crate.ts';
import { heroSheet, hill, lifted, ridge, standing } from './landscape.ts';
import { circle, fade, glow, heightAt, line, type Point, path, place, randomFrom, smooth } from './paper.ts';

export function drawHeroHands(): string {
  const random = randomFrom(29);
  const far = ridge({ base: 610, amplitude: 22, bends: 8, phase: 2.2, random });
  const middle = ridge({ base: 690, amplitude: 26, bends: 7, phase: 0.6, random });
  const near = ridge({ base: 800, amplitude: 22, bends: 6, phase: 3.6, random });
  const defs =
    fade('k', [0, '#9fcfca'], [0.34, '#f6e3bb'], [0.75, '#f7bd7c']) +
    glow('o', [0, '#fff8e0'], [0.35, '#ffeab0', 0.85], [1, '#ffd27a', 0]) +
    fade('a', [0, '#8fb996'], [1, '#6b9f7b']) +
    fade('b', [0, '#57a26e'], [1, '#2f7d4f']) +
    fade('c', [0, '#226b45'], [1, '#0f3d2e']);
  return heroSheet(
    defs,
    path('M0 0H1600V900H0Z', 'url(#k)') +
      rings(1090, 520) +
      clouds() +
      birds([
        [1380, 330, 0.9],
        [1424, 306, 0.7],
        [1456, 334, 0.6],
      ]) +
      lifted(
        hill(far, 'url(#a)') +
          place({ x: 1480, y: heightAt(far, 1480) + 8, scale: 1.25 }, acacia()) +
          place({ x: 250, y: heightAt(far, 250) + 8, scale: 0.9 }, acacia()),
      ) +
      lifted(
        hill(middle, 'url(#b)') + rows(middle) + place({ x: 1400, y: heightAt(middle, 1400) + 14, scale: 0.8 }, homestead()),
      ) +
      lifted(hill(near, 'url(#c)')) +
      standing(place({ x: 832, y: 606, turn: 8 }, phoneHand())) +
      standing(produceCrate()) +
      standing(givingHand() + takingHand()),
  );
}

function rings(x: number, y: number): string {
  return circle(x, y, 420, 'url(#o)') + [340, 270, 200].map((r) => circle(x, y, r, '#fff3cd', 'opacity=".28"')).join('');
}

function rows(points: readonly Point[]): string {
  return [1, 2, 3, 4, 5]
    .map((k) =>
      line(
        smooth(points.map(([x, y], i) => [x, y + k * (14 + k * 2) + Math.sin(i + k) * 3] as const)),
        k % 2 ? '#6fb884' : '#256b43',
        4 + k,
        'opacity=".5"',
      ),
    )
    .join('');
}

/** Flat-footed paper clouds, thin enough to let the sky through. */
function clouds(): string {
  const cloud = 'M0 0C2-16 24-22 36-14C42-36 84-40 94-16C108-28 136-20 138 0Z';
  return [
    [1340, 250, 1.1],
    [1180, 232, 0.6],
    [760, 300, 0.9],
    [250, 330, 1.2],
  ]
    .map(([x, y, scale]) => path(cloud, '#fffaf0', `opacity=".6" transform="translate(${x} ${y}) scale(${scale})"`))
    .join('');
}
