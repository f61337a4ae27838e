import { appendFileSync } from 'node:fs';

export type Figure = {
  area: string;
  what: string;
  perSecond?: number | undefined;
  p50?: number | undefined;
  p99?: number | undefined;
  ofBare?: number | undefined;
  ofPgbench?: number | undefined;
  megabytes?: number | undefined;
  note?: string;
};

export function reportFigure(figure: Figure) {
  console.log(figure);
  if (process.env.BENCH_REPORT)
    appendFileSync(process.env.BENCH_REPORT, `${JSON.stringify(figure)}\n`);
}

export const shareOf = (figure: { perSecond: number }, whole: { perSecond: number } | null) =>
  whole ? Number((figure.perSecond / whole.perSecond).toFixed(2)) : undefined;

export function tableOf(figures: Figure[]): string {
  const rows = figures.map(
    ({ area, what, perSecond, p50, p99, ofBare, ofPgbench, megabytes, note = '' }, at) => [
      figures[at - 1]?.area === area ? '' : area,
      what,
      ...[perSecond, p50, p99, ofBare, ofPgbench, megabytes].map(
        (value) => value?.toLocaleString('en-GB') ?? '',
      ),
      note,
    ],
  );
  return [
    '| area | what | a second | p50 ms | p99 ms | of bare | of pgbench | server MB | |',
    '| --- | --- | --: | --: | --: | --: | --: | --: | --- |',
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
  ].join('\n');
}
