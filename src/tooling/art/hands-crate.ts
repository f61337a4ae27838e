// The crate that changes hands, heaped with the morning's harvest.
import { line, path, place } from './paper.ts';
import { carrot, leaf, maizeCob, mango, pineapple } from './produce/produce-long.ts';
import { avocado, cabbage, onion, orange, tomato } from './produce/produce-round.ts';

const left = 930;
const right = 1276;
const rim = 628;
const floor = 786;

export function produceCrate(): string {
  return back() + harvest() + front();
}

function back(): string {
  return path(`M${left + 4} ${rim + 8}L${left + 26} ${rim - 22}H${right - 26}L${right - 4} ${rim + 8}Z`, '#6a431f');
}

function harvest(): string {
  const kale = leaf('#24694a', '#a9d8a0', true);
  return [
    place({ x: 978, y: 556, scale: 1.5, turn: -28 }, kale),
    place({ x: 1024, y: 528, scale: 1.6, turn: -8 }, leaf('#2f8450', '#b8e0a6', true)),
    place({ x: 1086, y: 548, scale: 1.75 }, pineapple()),
    place({ x: 1154, y: 544, scale: 1.5, turn: 16 }, maizeCob()),
    place({ x: 1210, y: 556, scale: 1.5, turn: 30 }, maizeCob()),
    place({ x: 1254, y: 586, scale: 1.15, turn: 150 }, carrot()),
    place({ x: 1032, y: 594, scale: 1.25, turn: -14 }, avocado()),
    place({ x: 1204, y: 604, scale: 1.35 }, cabbage()),
    place({ x: 970, y: 608, scale: 1.5 }, tomato()),
    place({ x: 1110, y: 612, scale: 1.35 }, mango()),
    place({ x: 1048, y: 628, scale: 1.4 }, tomato('#e05a3b', '#c2402a')),
    place({ x: 1158, y: 630, scale: 1.3 }, orange()),
    place({ x: 1248, y: 628, scale: 1.3, turn: 10 }, onion()),
  ].join('');
}

function front(): string {
  const height = (floor - rim - 16) / 3;
  const slats = [0, 1, 2].map((k) => {
    const y = rim + k * (height + 8);
    const tones = ['#d8a661', '#cd9a55', '#c18d49'] as const;
    return (
      path(`M${left} ${y}H${right}V${y + height}H${left}Z`, tones[k] ?? tones[0]) +
      path(`M${left} ${y + height - 6}H${right}V${y + height}H${left}Z`, '#8a5f2b', 'opacity=".35"') +
      line(
        `M${left + 60 + k * 40} ${y + 14}H${left + 170 + k * 30}M${left + 230 - k * 30} ${y + 26}H${left + 300}`,
        '#a8763a',
        2.4,
        'opacity=".7"',
      )
    );
  });
  const post = (x: number) =>
    path(`M${x} ${rim - 8}H${x + 34}V${floor + 4}H${x}Z`, '#b37f3e') +
    path(`M${x + 25} ${rim - 8}H${x + 34}V${floor + 4}H${x + 25}Z`, '#8a5f2b', 'opacity=".45"') +
    [0, 1, 2].map((k) => `<circle cx="${x + 15}" cy="${rim + 22 + k * 52}" r="3.4" fill="#6a431f"/>`).join('');
  return (
    path(`M${left + 4} ${rim}H${right - 4}V${floor}H${left + 4}Z`, '#54341a') + slats.join('') + post(left - 4) + post(right - 30)
  );
}
