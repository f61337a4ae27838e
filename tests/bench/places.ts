import { reportFigure } from './figures.ts';
import { figuresOf } from './measure.ts';

const ANSWERS = 5000;
const MISSPELT = ['Eldorett', 'Mombassa', 'elgyo marakwet'];
const QUERIES = [
  'Nairobi',
  'eld',
  'kakuma turkana',
  'ma',
  'central',
  'zzzzzzz',
  'Kitale town',
].concat(MISSPELT);

const memoryBefore = memoryMegabytes();
const loadStart = performance.now();
const { gazetteer } = await import('#places/server/find-places.ts');
await gazetteer.search('warm up xyzzy');
await gazetteer.reverse({ latitude: 0, longitude: 37 });
const loadMilliseconds = Math.round(performance.now() - loadStart);
const memory = Math.round(memoryMegabytes() - memoryBefore);

let seed = 1;
const random = () => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed / 2_147_483_647;
};

const measured = {
  reverse: await measure(() =>
    gazetteer.reverse({ latitude: -4.6 + random() * 9, longitude: 34 + random() * 7.8 }),
  ),
  search: await measure((index) => gazetteer.search(QUERIES[index % QUERIES.length] ?? '')),
  'search, misspelt': await measure((index) => gazetteer.search(MISSPELT[index % 3] ?? '')),
};
for (const [what, figures] of Object.entries(measured))
  reportFigure({ area: 'places', what, ...figures, note: 'in the process' });
reportFigure({
  area: 'places',
  what: 'load',
  note: `${loadMilliseconds} ms, and ${memory} MB more in the process`,
});

async function measure(ask: (index: number) => Promise<unknown>) {
  const milliseconds: number[] = [];
  const start = performance.now();
  for (let index = 0; index < ANSWERS; index++) {
    const before = performance.now();
    await ask(index);
    milliseconds.push(performance.now() - before);
  }
  return figuresOf([{ milliseconds, seconds: (performance.now() - start) / 1000 }]);
}

function memoryMegabytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().rss / 1e6;
}
