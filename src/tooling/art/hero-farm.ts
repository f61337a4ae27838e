// Dawn on a highland farm under Mount Kenya. On a desktop the text stands on the left, on a phone on the upper half:
// the homestead, the tea and the maize are therefore right of centre and low, the mountain high on the right.
import { acacia, birds, cow, cypress, homestead, maizePlant, teaPicker } from './farm-life.ts';
import { heroHeight, heroSheet, heroWidth, hill, lifted, ridge } from './landscape.ts';
import { circle, fade, glow, heightAt, line, type Point, path, place, randomFrom, short, smooth, use } from './paper.ts';

export function drawHeroFarm(): string {
  const random = randomFrom(11);
  const far = ridge({ base: 548, amplitude: 20, bends: 9, phase: 0.4, random });
  const middle = ridge({ base: 612, amplitude: 26, bends: 8, phase: 1.9, random });
  const tea = ridge({ base: 680, amplitude: 30, bends: 7, phase: 3.1, random });
  const near = ridge({ base: 824, amplitude: 14, bends: 6, phase: 0.2, random });
  const defs =
    fade('k', [0, '#8fc7c9'], [0.36, '#f6dfb2'], [0.58, '#f7b977'], [1, '#ef9a5b']) +
    glow('o', [0, '#fff6d8'], [0.3, '#ffe7a3', 0.8], [1, '#ffd27a', 0]) +
    fade('m', [0, '#56808f'], [0.6, '#8fb0a8'], [1, '#b4c4a4']) +
    fade('a', [0, '#86b391'], [1, '#5b9470']) +
    fade('b', [0, '#57a26e'], [1, '#2f7d4f']) +
    fade('c', [0, '#2f8a55'], [0.6, '#16573a']) +
    fade('e', [0, '#8a4429'], [1, '#4d2417']) +
    maizePlant('p', '#3a9a5b', '#2a7d49') +
    maizePlant('q', '#2f8a50', '#226c40') +
    cypress('t');
  const stand = (points: readonly Point[], x: number, sink: number) => ({ x, y: heightAt(points, x) + sink });
  const trees = [1180, 1206, 1228, 836, 812, 1420, 700]
    .map((x, k) => use('t', { ...stand(middle, x, 10), scale: 0.66 + (k % 3) * 0.14 }))
    .join('');
  return heroSheet(
    defs,
    path('M0 0H1600V900H0Z', 'url(#k)') +
      sun(1352, 402) +
      birds([
        [1236, 262, 1],
        [1284, 240, 0.8],
        [1322, 272, 0.65],
        [420, 220, 0.6],
      ]) +
      lifted(mountKenya()) +
      lifted(hill(far, 'url(#a)') + forest(far)) +
      lifted(
        hill(middle, 'url(#b)') +
          trees +
          place({ ...stand(middle, 1010, 16), scale: 1.06 }, homestead()) +
          place({ ...stand(middle, 1500, 10), scale: 0.7 }, acacia()) +
          place({ ...stand(middle, 230, 6), scale: 0.9 }, acacia()) +
          place({ ...stand(middle, 1310, 34) }, cow()) +
          place({ ...stand(middle, 1412, 18), scale: 0.78, flip: true }, cow()),
      ) +
      lifted(
        hill(tea, 'url(#c)') +
          terraces(tea) +
          track('#123f2a', -6, 4) +
          track('#c4713f', 0, 0) +
          place({ x: 1136, y: heightAt(tea, 1136) + 38, scale: 1.08 }, teaPicker()),
      ) +
      lifted(hill(near, 'url(#e)') + maizeRows(near, random)),
  );
}

/** The disc half risen behind the mountain's shoulder, in rings of ever thinner paper. */
function sun(x: number, y: number): string {
  return (
    circle(x, y, 330, 'url(#o)') +
    [250, 180, 118].map((r) => circle(x, y, r, '#fff1c4', 'opacity=".2"')).join('') +
    circle(x, y, 62, '#fff7dc')
  );
}

/** Batian and Nelion side by side with the Gate of the Mists between, Point Lenana to the right, long shoulders. */
function mountKenya(): string {
  const outline =
    'M420 600C560 560 690 520 790 466C850 434 890 404 922 374L938 378L958 340L972 344L996 286L1010 240L1024 262L1036 248L1052 292L1064 300L1078 334L1100 312L1116 326L1136 352C1190 384 1260 408 1330 428C1440 462 1540 500 1700 560V660H420Z';
  const shade =
    'M1010 240L1004 292L984 346L992 392L950 440L900 500L760 600H420C560 560 690 520 790 466C850 434 890 404 922 374L938 378L958 340L972 344L996 286Z';
  const facets =
    'M1036 248L1040 304L1022 350L1036 402L1010 470L1052 410L1060 352ZM1100 312L1096 352L1112 396L1100 460L1140 402L1124 356Z';
  const snow =
    'M1010 240L1024 262L1036 248L1052 292L1044 318L1034 300L1026 334L1014 306L1004 330L998 304L988 322L996 286ZM1064 318L1078 338L1100 312L1116 326L1128 346L1112 350L1102 340L1090 366L1076 350L1064 372L1056 340ZM958 340L966 366L950 380L946 364Z';
  return (
    path(outline, 'url(#m)') +
    path(shade, '#2b4f63', 'opacity=".3"') +
    path(facets, '#2b4f63', 'opacity=".22"') +
    path(snow, '#fffaf0', 'opacity=".94"')
  );
}

/** A dark bobbled edge of trees along part of the far ridge. */
function forest(points: readonly Point[]): string {
  let d = '';
  for (let x = 520; x < 800; x += 15) d += `M${x} ${short(heightAt(points, x) + 4)}v0`;
  for (let x = 1240; x < 1620; x += 16) d += `M${x} ${short(heightAt(points, x) + 5)}v0`;
  return line(d, '#4c8a63', 22);
}

/** Rows of tea: contour lines that follow the hill. */
function terraces(points: readonly Point[]): string {
  let rows = '';
  for (let k = 1; k < 9; k++) {
    const row = points.map(([x, y], i) => [x, y + k * (10 + k * 1.8) + Math.sin(i * 1.3 + k) * 3] as const);
    rows += line(smooth(row), k % 2 ? '#3c9c62' : '#124a31', 3.5 + k * 0.9, 'opacity=".6"');
  }
  return rows;
}

/** The footpath from the house door down to the maize, narrow where it is far. */
function track(fill: string, dx: number, dy: number): string {
  return path(
    'M999 638C1004 650 1014 658 1010 676C1002 700 930 722 918 758C908 790 930 804 934 850H1022C1012 808 980 794 986 764C996 732 1040 710 1040 676C1040 656 1018 650 1012 638Z',
    fill,
    dx || dy ? `transform="translate(${dx} ${dy})" opacity=".45"` : '',
  );
}

function maizeRows(points: readonly Point[], random: () => number): string {
  let rows = '';
  for (let x = -20; x < heroWidth + 40; x += 66) {
    const y = heightAt(points, Math.max(-90, Math.min(1690, x))) + 58 + random() * 14;
    rows += use('q', { x: x + (random() - 0.5) * 22, y, scale: 0.72 + random() * 0.18, flip: random() > 0.5 });
  }
  for (let x = -50; x < heroWidth + 60; x += 86) {
    rows += use('p', {
      x: x + (random() - 0.5) * 26,
      y: heroHeight + 34 + random() * 16,
      scale: 1.06 + random() * 0.2,
      flip: random() > 0.5,
    });
  }
  return rows;
}
