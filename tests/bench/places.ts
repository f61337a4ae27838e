import { performance } from 'node:perf_hooks';

/*
 * How fast the built-in gazetteer answers, how long it takes to load and what it weighs: npx tsx tests/bench/places.ts
 * Positions and queries are drawn from a fixed sequence, so that two runs do the same.
 */
const ANSWERS = 5000;
const QUERIES = [
  'Nairobi',
  'eld',
  'Eldorett',
  'kakuma turkana',
  'ma',
  'Mombassa',
  'elgyo marakwet',
  'central',
  'zzzzzzz',
  'Kitale town',
];

const memoryBefore = memoryMegabytes();
const loadStart = performance.now();
const { gazetteer } = await import('#server/places/gazetteer.ts');
await gazetteer.search('warm up xyzzy');
await gazetteer.reverse({ latitude: 0, longitude: 37 });
const loadMilliseconds = performance.now() - loadStart;
const memory = memoryMegabytes() - memoryBefore;

let seed = 1;
const random = () => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed / 2_147_483_647;
};

console.table({
  reverse: await measure(() => gazetteer.reverse({ latitude: -4.6 + random() * 9, longitude: 34 + random() * 7.8 })),
  search: await measure((index) => gazetteer.search(QUERIES[index % QUERIES.length] ?? '')),
  'search, misspelt': await measure((index) => gazetteer.search(['Eldorett', 'Mombassa', 'elgyo marakwet'][index % 3] ?? '')),
});
console.table({ load: { milliseconds: Math.round(loadMilliseconds), megabytes: Math.round(memory) } });

async function measure(ask: (index: number) => Promise<unknown>) {
  const milliseconds: number[] = [];
  const start = performance.now();
  for (let index = 0; index < ANSWERS; index++) {
    const before = performance.now();
    await ask(index);
    milliseconds.push(performance.now() - before);
  }
  const seconds = (performance.now() - start) / 1000;
  milliseconds.sort((a, b) => a - b);
  const percentile = (share: number) => Number((milliseconds[Math.floor(ANSWERS * share)] ?? 0).toFixed(3));
  return { 'answers/s': Math.round(ANSWERS / seconds), 'p50 ms': percentile(0.5), 'p99 ms': percentile(0.99) };
}

/** What the process holds, rubbish taken away first where that is allowed (node --expose-gc). */
function memoryMegabytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().rss / 1e6;
}
