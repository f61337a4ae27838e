import { useMutation } from '@tanstack/react-query';
import { Download, FileText } from 'lucide-react';
import { useState } from 'react';
import { FIGURE_WEEKS_MAX } from '#operator/rules/desk-input.ts';
import { periodCrops } from '#operator/rules/desk-texts.ts';
import { cropNameText, FARMS_SHOWN_MIN } from '#prices/rules/price.ts';
import { quantityText } from '#products/rules/product-texts.ts';
import { figureText, moneyText } from '#rules/amounts.ts';
import { type County, countiesByName } from '#rules/counties.ts';
import { m } from '#text';
import { saveFile } from '#ui/browser/device.ts';
import { DataTable } from '#ui/data-table.tsx';
import { Button, Skeleton } from '#ui/elements.tsx';
import { Notice, QueryView } from '#ui/feedback.tsx';
import { SelectField } from '#ui/field.tsx';
import { dateText } from '#ui/format.ts';
import { showToast } from '#ui/show-toast.ts';
import { failureText } from '#web/rpc.ts';
import { type RouterOutputs, trpc } from '#web/trpc.ts';
import { deskRpc } from '../desk-client.ts';

const WEEK_CHOICES = [4, 12, 26, FIGURE_WEEKS_MAX];

const frame = 'xl:rounded-card xl:border xl:border-line xl:bg-card';

const kinds = {
  csv: { label: m.figuresCsv, Icon: Download, type: 'text/csv;charset=utf-8' },
  pdf: { label: m.figuresPdf, Icon: FileText, type: 'application/pdf' },
};

const WEEKS_AT_FIRST = 12;

export function FiguresTab() {
  const [chosen, setChosen] = useState<{ county: County | null; weeks: number }>({
    county: null,
    weeks: WEEKS_AT_FIRST,
  });
  const figures = trpc.desk.figures.get.useQuery(chosen);
  return (
    <QueryView query={figures} skeleton={<Skeleton className="h-96 w-full" />}>
      {(shown) => (
        <FiguresScreen
          figures={shown}
          onChoose={setChosen}
          fetchCsv={() => deskRpc.desk.figures.csv.query(chosen)}
          fetchPdf={() => deskRpc.desk.figures.pdf.query(chosen)}
        />
      )}
    </QueryView>
  );
}

type Answers = RouterOutputs['desk']['figures'];

type File = { name: string; content: string };

type Chosen = { county: County | null; weeks: number };

type FiguresScreenProps = {
  figures: Answers['get'];
  onChoose: (chosen: Chosen) => void;
  fetchCsv: () => Promise<File>;
  fetchPdf: () => Promise<File>;
};

export function FiguresScreen({ figures, onChoose, fetchCsv, fetchPdf }: FiguresScreenProps) {
  const { county, weeks } = figures;
  const chosen = { county, weeks: weeks.length };
  return (
    <div className="grid gap-6">
      <div className="grid gap-4 sm:flex sm:flex-wrap sm:items-end">
        <SelectField
          label={m.countyLabel()}
          value={county ?? ''}
          placeholder={m.pricesCountry()}
          onChange={({ target }) =>
            onChoose({ ...chosen, county: (target.value || null) as County | null })
          }
          options={countiesByName.map((name) => ({ value: name, label: name }))}
          className="sm:w-60"
        />
        <SelectField
          label={m.figuresWeeks()}
          value={String(weeks.length)}
          onChange={({ target }) => onChoose({ ...chosen, weeks: Number(target.value) })}
          options={WEEK_CHOICES.map((count) => ({ value: String(count), label: String(count) }))}
          className="sm:w-32"
        />
        <div className="grid grid-cols-2 gap-3 sm:flex">
          <SaveButton fetchFile={fetchCsv} kind="csv" />
          <SaveButton fetchFile={fetchPdf} kind="pdf" />
        </div>
      </div>
      {weeks.every(({ shown }) => !shown) ? (
        <Notice type="info">{m.figuresNone()}</Notice>
      ) : (
        <>
          <WeekTable {...figures} />
          <CropTable {...figures} />
        </>
      )}
      <p className="max-w-prose text-muted text-sm">{m.figuresRule({ number: FARMS_SHOWN_MIN })}</p>
    </div>
  );
}

function WeekTable({ county, weeks }: Answers['get']) {
  type Week = { week: string; shown: NonNullable<(typeof weeks)[number]['shown']> };
  const shownWeeks = weeks.flatMap(({ week, shown }): Week[] => (shown ? [{ week, shown }] : []));
  const figure = (key: 'orders' | 'farms' | 'counties' | 'crops', header: string) => ({
    key,
    header,
    isNumeric: true,
    cell: ({ shown }: Week) => figureText(shown[key]),
  });
  return (
    <section className={frame}>
      <DataTable
        caption={m.figuresTitle()}
        rows={shownWeeks.reverse()}
        rowKey={({ week }) => week}
        columns={[
          {
            key: 'week',
            header: m.priceWeek(),
            isTitle: true,
            cell: ({ week }) => dateText(week),
          },
          figure('orders', m.farmTabOrders()),
          figure('farms', m.priceFarms()),
          ...(county === null ? [figure('counties', m.figuresCounties())] : []),
          figure('crops', m.figuresCrops()),
          {
            key: 'sales',
            header: m.booksSales(),
            isNumeric: true,
            cell: ({ shown }) => moneyText(shown.sales),
          },
        ]}
      />
    </section>
  );
}

function CropTable({ crops }: Answers['get']) {
  const rows = periodCrops(crops);
  if (rows.length === 0) return null;
  return (
    <section className="grid gap-3">
      <h2 className="font-bold text-xl">{m.figuresCropsTitle()}</h2>
      <div className={frame}>
        <DataTable
          caption={m.figuresCropsTitle()}
          rows={rows}
          rowKey={({ crop, unit }) => `${crop?.en} ${unit}`}
          columns={[
            {
              key: 'crop',
              header: m.figuresCrop(),
              isTitle: true,
              cell: ({ crop }) => (crop ? cropNameText(crop) : m.figuresOtherProduce()),
            },
            {
              key: 'quantity',
              header: m.productQuantityLabel(),
              isNumeric: true,
              cell: ({ quantity, unit }) => quantityText(quantity, unit),
            },
            {
              key: 'orders',
              header: m.farmTabOrders(),
              isNumeric: true,
              cell: ({ orders }) => figureText(orders),
            },
            {
              key: 'sales',
              header: m.booksSales(),
              isNumeric: true,
              cell: ({ sales }) => moneyText(sales),
            },
          ]}
        />
      </div>
    </section>
  );
}

type SaveButtonProps = { fetchFile: () => Promise<File>; kind: keyof typeof kinds };

function SaveButton({ fetchFile, kind }: SaveButtonProps) {
  const { label, Icon, type } = kinds[kind];
  const saving = useMutation({
    mutationFn: async () => {
      const { name, content } = await fetchFile();
      saveFile({ name, type, content: kind === 'pdf' ? pdfOf(content) : content });
    },
    onError: (error) => showToast('error', failureText(error, m.ordersExportFailed())),
  });
  return (
    <Button variant="secondary" isBusy={saving.isPending} onClick={() => saving.mutate()}>
      <Icon className="size-5" />
      {label()}
    </Button>
  );
}

const pdfOf = (base64: string) =>
  new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))]);
