// Three hands, drawn with care: one silhouette each, a shaded underside, the light along the upper edge, and nails.
// Two skins of the many in Kenya, so that farmer and buyer are two people.
import { circle, line, path } from './paper.ts';

interface Skin {
  base: string;
  shade: string;
  light: string;
  nail: string;
}

const farmer: Skin = { base: '#6b3f2a', shade: '#4f2c1c', light: '#8a563b', nail: '#c49a80' };
const buyer: Skin = { base: '#85532f', shade: '#653d20', light: '#ab744a', nail: '#dcb696' };

/** The crate's middle, about which the taking hand mirrors the giving one. */
const middleX = 1103;

/** From the right: the palm carries the crate's floor, the thumb steadies its face. */
export function givingHand(): string {
  return `<g transform="translate(-30 4)">${reach(farmer)}${rolledSleeve()}</g>`;
}

/** From the left, the same grip seen in a mirror, with beads at the wrist. */
export function takingHand(): string {
  return `<g transform="translate(${2 * middleX + 30} 4) scale(-1 1)">${reach(buyer)}${beads()}${printedSleeve()}</g>`;
}

/** A hand reaching leftwards under a floor at y = 780. */
function reach(skin: Skin): string {
  const hand =
    'M1136 781C1122 781 1114 790 1116 800C1118 811 1128 815 1140 816C1168 820 1184 826 1206 836C1240 852 1276 860 1320 862C1380 866 1440 884 1500 906L1530 914V753L1480 754C1430 758 1380 764 1344 760C1328 757 1320 745 1311 730C1302 714 1290 692 1274 683C1262 676 1247 681 1248 695C1249 705 1257 712 1261 724C1267 742 1266 762 1256 781Z';
  const middleFinger = path(
    'M1150 806C1134 806 1128 816 1132 825C1136 833 1148 836 1160 838C1186 841 1212 846 1238 851C1262 856 1282 859 1306 861L1280 820Z',
    skin.shade,
  );
  const underside =
    'M1140 816C1168 820 1184 826 1206 836C1240 852 1276 860 1320 862C1380 866 1440 884 1500 906L1530 914V850C1490 842 1440 840 1400 838C1330 835 1270 824 1226 812C1196 804 1160 806 1121 808C1126 814 1132 815 1140 816Z';
  const creases = line(
    'M1261 782C1272 771 1277 758 1275 742M1172 785C1170 791 1171 797 1174 802M1214 786C1211 793 1212 800 1216 806M1266 716C1271 713 1276 713 1281 716',
    skin.shade,
    3.2,
  );
  const light = line('M1334 764C1380 770 1430 764 1480 760M1270 690C1283 700 1293 716 1301 732', skin.light, 5);
  const nail = path('M1252 690C1256 682 1267 683 1272 690C1275 695 1273 700 1268 702C1261 704 1254 699 1252 690Z', skin.nail);
  return middleFinger + path(hand, skin.base) + path(underside, skin.shade) + creases + light + nail;
}

/** The farmer's work shirt, rolled up. */
function rolledSleeve(): string {
  return (
    path('M1452 738C1444 780 1446 850 1462 902L1700 980V696C1620 700 1540 716 1452 738Z', '#a8432f') +
    path('M1462 902L1700 980V888C1600 850 1520 846 1449 852C1452 872 1456 886 1462 902Z', '#86321f') +
    line('M1560 722C1552 760 1560 800 1584 836M1640 714C1626 750 1630 790 1650 822', '#86321f', 5, 'opacity=".6"') +
    path('M1436 738C1428 780 1430 852 1446 908L1492 920C1476 864 1474 790 1484 730Z', '#c05a42') +
    path('M1437 858C1439 876 1442 892 1446 908L1492 920C1486 898 1482 880 1480 862Z', '#a04532')
  );
}

/** Three strings of beads, dots of a dashed line. */
function beads(): string {
  const string = (x: number, colour: string, gap: string) =>
    line(`M${x} 766C${x - 9} 794 ${x - 7} 828 ${x + 4} 862`, colour, 11, `stroke-dasharray="0 ${gap}"`);
  return string(1396, '#faf2df', '11.5') + string(1408, '#d4553c', '11.5') + string(1420, '#f2b134', '11.5');
}

/** The buyer's sleeve of printed cotton; it runs out of the picture at the lower corner. */
function printedSleeve(): string {
  return (
    path('M1462 744C1452 790 1456 850 1474 912L1600 1000H2100C1980 880 1700 750 1462 744Z', '#e3a52f') +
    path('M1474 912L1600 1000H1900C1760 900 1600 856 1460 852C1463 872 1468 892 1474 912Z', '#c0841d') +
    line(
      'M1520 770C1510 810 1516 850 1532 890M1590 788C1580 826 1588 864 1606 904M1664 812C1656 848 1664 886 1684 926',
      colourOfPrint,
      15,
      'stroke-dasharray="0 28"',
    ) +
    path('M1452 738C1440 788 1444 856 1462 918L1482 926C1466 862 1464 794 1474 740Z', colourOfPrint)
  );
}

const colourOfPrint = '#1f6b43';

/** The phone in a raised hand; its own centre is the origin, and the arm leaves downwards to the left. */
export function phoneHand(): string {
  const skin = buyer;
  const palm = path(
    'M-58-22C-86 0-98 50-90 98C-84 130-80 150-86 176L-150 340L20 380L48 182C74 152 86 120 86 74C86 30 70-20 50-40Z',
    skin.base,
  );
  const palmShade = path(
    'M-86 176L-150 340L20 380L48 182C74 152 86 120 86 74C66 118 20 128-50 116C-40 140-60 166-86 176Z',
    skin.shade,
  );
  const crossed = path('M-96 202L-150 340L20 380L46 190C6 200-50 206-96 202Z', '#17261d', 'opacity=".28"');
  const thumb =
    path(
      'M-72 168C-108 132-116 72-97 28C-90 6-82-22-67-35C-55-44-40-35-42-18C-44 2-50 24-46 52C-42 84-28 104-34 130C-40 154-58 168-72 168Z',
      skin.base,
    ) +
    path('M-72 168C-106 134-115 78-100 36C-98 80-82 116-46 140C-52 156-62 166-72 168Z', skin.shade, 'opacity=".75"') +
    path('M-65-27C-59-37-46-35-46-22C-47-12-52-6-58-8C-65-10-67-18-65-27Z', skin.nail) +
    line('M-74 22C-68 18-60 18-53 21', skin.shade, 3) +
    line('M-88 14C-82-4-76-20-68-29', skin.light, 4);
  const fingers = (
    [
      [-28, 40, 37],
      [11, 35, 39],
      [50, 36, 38],
      [86, 43, 33],
    ] as const
  )
    .map(([y, tip, height]) => finger(skin, y, tip, height))
    .join('');
  return palm + palmShade + crossed + device() + fingers + thumb;
}

function device(): string {
  return (
    '<rect x="-60" y="-108" width="120" height="216" rx="17" fill="#17261d"/><rect x="-53" y="-100" width="106" height="200" rx="11" fill="#faf7ef"/>' +
    path('M-53-89Q-53-100-42-100H42Q53-100 53-89V-70H-53Z', '#1f6b43') +
    line('M-12-85H12', '#faf7ef', 4, 'opacity=".8"') +
    circle(-2, -16, 35, '#1f6b43') +
    line('M-18-16L-6-4L16-28', '#fff', 9, 'stroke-linejoin="round"') +
    '<rect x="-38" y="38" width="64" height="10" rx="5" fill="#e6dfcf"/><rect x="-38" y="56" width="44" height="10" rx="5" fill="#f2b134"/>'
  );
}

/** A fingertip round the right edge of the phone: from the knuckle outside to the tip on the glass. */
function finger(skin: Skin, y: number, tip: number, height: number): string {
  const h = height / 2;
  return (
    path(
      `M78 ${y - h}C94 ${y - h} 97 ${y + h - 2} 84 ${y + h}L${tip + 14} ${y + h}C${tip - 4} ${y + h} ${tip - 4} ${y - h + 2} ${tip + 14} ${y - h + 1}Z`,
      skin.base,
    ) +
    path(
      `M${tip + 3} ${y - 6}C${tip + 9} ${y - 12} ${tip + 19} ${y - 10} ${tip + 19} ${y - 1}C${tip + 18} ${y + 7} ${tip + 8} ${y + 9} ${tip + 3} ${y + 4}Z`,
      skin.nail,
    ) +
    line(`M${tip + 12} ${y + h}H84`, skin.shade, 3.4) +
    line(`M${tip + 26} ${y - h + 6}H78`, skin.light, 3, 'opacity=".7"')
  );
}
