// What stands where a list is empty. Drawn in middle tones on a translucent disc, so that they sit as well on a light
// card as on a dark one: no near-black lines, no shape that only the white of the page would show.
import { circle, ellipse, line, path, place, sheet } from './paper.ts';
import { leaf } from './produce/produce-long.ts';

const green = '#2f8f5f';
const wood = '#c6924f';
const woodDark = '#a8763a';
const paper = '#f3ead6';
const paperShade = '#ddd0b4';
const pencil = '#a99a78';

/** A disc of air with a hill across its foot; `above` stands on the hill. */
function scene(above: string, hillY = 112): string {
  // The hill ends on the disc's own edge: its half-width at this height follows from the circle.
  const half = Math.round(Math.sqrt(70 ** 2 - (hillY - 74) ** 2));
  const hill = path(
    `M${100 - half} ${hillY}C${100 - half / 2} ${hillY - 14} 96 ${hillY + 2} 118 ${hillY - 5}C${100 + half / 2} ${hillY - 10} ${86 + half} ${hillY - 6} ${100 + half} ${hillY}A70 70 0 0 1 ${100 - half} ${hillY}Z`,
    '#4a9a68',
    'opacity=".38"',
  );
  return sheet({ width: 200, height: 150, body: circle(100, 74, 70, '#4a9a68', 'opacity=".18"') + hill + above });
}

const shadow = (x: number, y: number, width: number): string => ellipse([x, y], [width, 5], '#0f3d2e', 'opacity=".22"');

/** An empty crate seen from the front, with a single leaf left in it. */
function crate(): string {
  const slat = (y: number, tone: string) => path(`M52 ${y}H148L${146.5} ${y + 14}H53.5Z`, tone);
  return (
    path('M52 72L62 62H138L148 72Z', '#7d5527') +
    place({ x: 108, y: 56, scale: 0.72, turn: 20 }, leaf(green, '#a9d8a0', true)) +
    path('M54 72H146V120H54Z', '#7d5527') +
    path('M50 70H60V120H50ZM140 70H150V120H140Z', woodDark) +
    slat(72, wood) +
    slat(89, '#d3a15e') +
    slat(106, wood) +
    path('M52 84H148V86H52ZM53 101H147V103H53Z', '#7d5527', 'opacity=".45"') +
    path('M84 76H116V80H84Z', '#7d5527', 'opacity=".6"')
  );
}

function drawCart(): string {
  return scene(shadow(100, 121, 56) + crate());
}

function drawOrders(): string {
  const slip =
    path('M64 26H136V120L127 114L118 120L109 114L100 120L91 114L82 120L73 114L64 120Z', paper) +
    path('M122 26H136V120L127 114L122 117.3Z', paperShade);
  const rows = [48, 66, 84]
    .map(
      (y, k) => circle(78, y, 5, [green, '#f2b134', '#c2543d'][k] ?? green) + line(`M90 ${y}H${[122, 114, 118][k]}`, pencil, 4),
    )
    .join('');
  return scene(
    shadow(100, 122, 42) +
      slip +
      rows +
      line('M76 101H100', pencil, 4) +
      circle(136, 98, 19, green) +
      line('M127 98L134 105L146 91', '#fff', 5, 'stroke-linejoin="round"'),
  );
}

function drawSearch(): string {
  const rowLines = 'M52 122C74 112 94 118 116 113C128 110 140 111 150 114M64 132C84 124 100 128 118 125C128 123 134 124 140 126';
  const lens =
    circle(92, 66, 37, '#f2b134') +
    circle(92, 66, 29, '#dff0e2') +
    path('M64 74C76 64 88 72 98 66C108 61 115 64 120 70A29 29 0 0 1 64 74Z', '#4a9a68');
  const sprout =
    line('M93 78V60', '#1f6b43', 4) +
    path('M93 64C82 64 78 57 78 50C87 50 93 55 93 64Z', '#e39f22') +
    path('M93 60C93 50 98 45 108 45C108 54 102 60 93 60Z', green);
  return scene(
    line(rowLines, green, 3, 'opacity=".6"') +
      line('M120 95L146 122', '#a8432f', 13) +
      line('M118 93L124 99', '#c6924f', 13) +
      lens +
      sprout +
      line('M72 50C75 45 80 41 86 39', '#fff', 4, 'opacity=".8"'),
    116,
  );
}

function drawOffline(): string {
  const mast = line(
    'M100 62L82 124M100 62L118 124M94 84H106M88 102H112M106 84L88 102M94 84L112 102M112 102L84 118M88 102L116 118',
    '#b9813e',
    3.6,
  );
  const near = line('M80 68A22 22 0 0 1 80 42M120 42A22 22 0 0 1 120 68', '#f2b134', 5);
  const lost = line('M66 78A40 40 0 0 1 66 32M134 32A40 40 0 0 1 134 78', '#f2b134', 5, 'opacity=".6" stroke-dasharray="0 10"');
  const cross = circle(136, 100, 18, '#d65b42') + line('M129 93L143 107M143 93L129 107', '#fff', 5);
  return scene(shadow(100, 124, 30) + mast + near + lost + circle(100, 56, 9, '#c2543d') + cross);
}

function drawError(): string {
  const pot =
    path('M76 46H124L120 58C140 66 148 84 144 100C140 116 126 124 100 124C74 124 60 116 56 100C52 84 60 66 80 58Z', '#b9573f') +
    path('M112 46H124L120 58C140 66 148 84 144 100C140 116 126 124 100 124C128 110 128 72 110 58Z', '#97422d');
  const crack = line('M104 60L95 74L107 86L97 100L103 110', '#f3d9bd', 4, 'stroke-linejoin="round"');
  const shard = path('M146 112L168 108L162 124L148 126Z', '#b9573f') + path('M38 120L52 112L56 126L42 128Z', '#97422d');
  return scene(
    shadow(100, 125, 62) +
      pot +
      path('M70 40H130C133 40 134 42 133 44L131 50H69L67 44C66 42 67 40 70 40Z', '#cf6c51') +
      line('M62 82C70 86 76 82 82 86M118 86C126 82 132 88 139 84', '#f2b134', 4) +
      crack +
      shard,
  );
}

function drawNotFound(): string {
  const post = path('M95 30H105V124H95Z', woodDark);
  const boardLeft = path('M112 40H58L44 52L58 64H112Z', wood) + line('M62 52H98', '#8a5f2b', 3.6, 'stroke-dasharray="14 8"');
  const boardRight =
    path('M88 72H142L156 84L142 96H88Z', '#d8ab68') + line('M100 84H136', '#8a5f2b', 3.6, 'stroke-dasharray="10 8"');
  const paths = path(
    'M92 144C94 132 84 122 62 116L74 114C94 118 102 120 108 118C118 114 132 113 140 115C124 120 114 130 114 143C107 144 99 144 92 144Z',
    '#d9a066',
    'opacity=".75"',
  );
  return scene(
    paths +
      shadow(100, 123, 18) +
      post +
      boardLeft +
      boardRight +
      circle(100, 28, 7, '#c2543d') +
      place({ x: 128, y: 114, scale: 0.34 }, leaf(green, '#a9d8a0', false)) +
      place({ x: 74, y: 116, scale: 0.26, turn: -14 }, leaf(green, '#a9d8a0', false)),
    116,
  );
}

/** A bell on a post, as at a farm's gate, with nothing to ring for. */
function drawNotifications(): string {
  const post = path('M52 34H60V123H52Z', woodDark) + path('M50 34H124V42H50Z', wood) + path('M60 60L78 42H86L60 68Z', woodDark);
  const bell =
    path('M100 50C119 50 125 66 126 82C127 93 132 97 136 102H64C68 97 73 93 74 82C75 66 81 50 100 50Z', '#f2b134') +
    path('M108 51C121 54 125 68 126 82C127 93 132 97 136 102H116C118 88 116 64 108 51Z', '#e39f22') +
    path('M62 101H138C141 101 142 103 141 105L139 109H61L59 105C58 103 59 101 62 101Z', '#d8922a') +
    line('M84 66C82 72 82 80 82 86', '#fff', 4, 'opacity=".7"');
  return scene(
    shadow(56, 123, 16) +
      post +
      line('M100 42V52', woodDark, 5) +
      circle(100, 113, 8, '#a8763a') +
      bell +
      place({ x: 150, y: 116, scale: 0.4, turn: 8 }, leaf(green, '#a9d8a0', false)),
    116,
  );
}

/** Two speech bubbles over a field: one with words, and one in which the answer is being written. */
function drawMessages(): string {
  const asked =
    path(
      'M58 34H122C131 34 136 40 136 48V72C136 80 131 86 122 86H84L64 100L68 86H58C49 86 44 80 44 72V48C44 40 49 34 58 34Z',
      paper,
    ) + line('M60 52H118M60 68H100', pencil, 5);
  const answered =
    path(
      'M94 76H144C152 76 157 81 157 89V104C157 112 152 117 144 117H140L144 130L124 117H94C86 117 81 112 81 104V89C81 81 86 76 94 76Z',
      '#f2b134',
    ) + [102, 119, 136].map((x) => circle(x, 97, 4.5, '#7d5527')).join('');
  return scene(asked + answered + place({ x: 58, y: 118, scale: 0.36, turn: -10 }, leaf(green, '#a9d8a0', false)), 116);
}

export const emptyStates: Record<string, () => string> = {
  cart: drawCart,
  messages: drawMessages,
  notifications: drawNotifications,
  orders: drawOrders,
  search: drawSearch,
  offline: drawOffline,
  error: drawError,
  'not-found': drawNotFound,
};
