import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { FindPlace } from '#places/web/find-place.tsx';
import { dayInNairobi, daysAfter } from '#platform/rules/day.ts';
import { parseDecimal } from '#platform/rules/decimal.ts';
import { getLocale } from '#platform/rules/text/compiled/runtime.js';
import { trpc } from '#platform/web/client/trpc.ts';
import { useSettled } from '#platform/web/ui/browser/use-settled.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Field, TextField } from '#platform/web/ui/form/field.tsx';
import { FormDialog } from '#platform/web/ui/overlay/dialog.tsx';
import { type Unit, units } from '#products/rules/product.ts';
import { unitLabels } from '#products/rules/product-texts.ts';
import { m } from '#text';
import { LOT_DAYS_AHEAD, LOT_POINTS_MAX, PLACE_MAX, QUALITY_MAX } from '../rules/lot.ts';
import { lotFailure } from './use-lots.ts';

const CROPS_SHOWN = 6;
const USUAL_FARMS = 20;
const USUAL_HOURS = { fromHour: 6, untilHour: 12 };
const DAYS_BEFORE = 3;

type Point = { name: string; latitude: number; longitude: number };
const tomorrow = () => daysAfter(dayInNairobi(new Date()), 1);
const numberOf = (typed: string) => parseDecimal(typed) ?? 0;

export function AskForm({ onClose }: { onClose: () => void }) {
  const [crop, setCrop] = useState<{ id: string; name: string } | null>(null);
  const [unit, setUnit] = useState<Unit>('kg');
  const [points, setPoints] = useState<Point[]>([]);
  const [typed, setTyped] = useState({
    quantity: '',
    price: '',
    quality: '',
    smallestShare: '',
    day: daysAfter(tomorrow(), DAYS_BEFORE),
  });
  const [repeatsWeekly, setRepeats] = useState(false);
  const navigate = useNavigate();
  const { lots } = trpc.useUtils().buyer;
  const ask = trpc.buyer.lots.ask.useMutation({ onSuccess: () => void lots.list.invalidate() });
  const field = (name: keyof typeof typed) => ({
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) =>
      setTyped({ ...typed, [name]: target.value }),
  });

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (ask.isPending) return;
    const quantity = numberOf(typed.quantity);
    const usual = Math.max(1, Math.floor(quantity / USUAL_FARMS));
    const made = await ask
      .mutateAsync({
        crop: crop?.id ?? '',
        unit,
        quantity,
        smallestShare: numberOf(typed.smallestShare) || usual,
        price: numberOf(typed.price),
        quality: typed.quality,
        day: typed.day,
        place: points[0]?.name ?? '',
        closesAt: `${daysAfter(typed.day, -1)}T18:00:00+03:00`,
        points: points.map((point) => ({ ...point, ...USUAL_HOURS })),
        repeatsWeekly,
      })
      .catch(() => null);
    if (!made) return;
    onClose();
    await navigate({ to: '/lots/$lotId', params: { lotId: made.id } });
  }

  return (
    <FormDialog
      title={m.lotAsk()}
      submitLabel={m.lotAskSend()}
      isBusy={ask.isPending}
      onSubmit={submit}
      onChange={() => ask.reset()}
      banner={lotFailure(ask.error)}
      onClose={onClose}
    >
      <CropField chosen={crop} onChoose={setCrop} />
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label={m.lotQuantity()}
          inputMode="decimal"
          autoComplete="off"
          {...field('quantity')}
        />
        <Field label={m.lotUnit()}>
          {(control) => (
            <select
              {...control}
              className="input"
              value={unit}
              onChange={({ target }) => setUnit(units.find((one) => one === target.value) ?? 'kg')}
            >
              {units.map((one) => (
                <option key={one} value={one}>
                  {unitLabels[one]()}
                </option>
              ))}
            </select>
          )}
        </Field>
        <TextField
          label={m.lotPrice()}
          inputMode="decimal"
          autoComplete="off"
          {...field('price')}
        />
        <TextField
          label={m.lotDay()}
          type="date"
          min={tomorrow()}
          max={daysAfter(tomorrow(), LOT_DAYS_AHEAD)}
          {...field('day')}
        />
      </div>
      <PointsField points={points} onChange={setPoints} />
      <TextField
        label={m.lotSmallest()}
        isOptional
        inputMode="decimal"
        autoComplete="off"
        {...field('smallestShare')}
      />
      <TextField label={m.lotQuality()} isOptional maxLength={QUALITY_MAX} {...field('quality')} />
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          className="size-5 accent-leaf"
          checked={repeatsWeekly}
          onChange={({ target }) => setRepeats(target.checked)}
        />
        {m.lotRepeats()}
      </label>
    </FormDialog>
  );
}

type CropFieldProps = {
  chosen: { name: string } | null;
  onChoose: (crop: { id: string; name: string } | null) => void;
};

function CropField({ chosen, onChoose }: CropFieldProps) {
  const [typed, setTyped] = useState('');
  const search = useSettled(typed.trim());
  const { data } = trpc.market.crops.useQuery(
    { search },
    { enabled: search !== '' && !chosen, retry: false, staleTime: Infinity },
  );
  return (
    <div className="grid gap-2">
      <TextField
        label={m.cropSearchLabel()}
        type="search"
        autoComplete="off"
        value={chosen?.name ?? typed}
        onChange={({ target }) => {
          onChoose(null);
          setTyped(target.value);
        }}
      />
      {!chosen && (
        <ul className="flex flex-wrap gap-2">
          {data?.crops.slice(0, CROPS_SHOWN).map(({ id, en, sw }) => {
            const name = getLocale() === 'sw' ? sw : en;
            return (
              <li key={id}>
                <Button variant="secondary" size="small" onClick={() => onChoose({ id, name })}>
                  {name}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

type PointsFieldProps = { points: Point[]; onChange: (points: Point[]) => void };

/** A place from the map's names, or where the buyer is. */
function PointsField({ points, onChange }: PointsFieldProps) {
  const add = (point: Point) => onChange([...points, point]);
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-semibold">{m.lotPoints()}</legend>
      {points.map((point, at) => (
        <div key={`${point.latitude} ${point.longitude}`} className="flex items-end gap-2">
          <TextField
            className="flex-1"
            label={m.lotPointName()}
            maxLength={PLACE_MAX}
            value={point.name}
            onChange={({ target }) =>
              onChange(
                points.map((one, nth) => (nth === at ? { ...one, name: target.value } : one)),
              )
            }
          />
          <Button variant="quiet" onClick={() => onChange(points.filter((_, nth) => nth !== at))}>
            {m.lotPointRemove()}
          </Button>
        </div>
      ))}
      {points.length < LOT_POINTS_MAX && (
        <FindPlace
          variant="secondary"
          onLocate={(position) => add({ ...position, name: '' })}
          onPick={(position, name) => add({ ...position, name: name.slice(0, PLACE_MAX) })}
        />
      )}
    </fieldset>
  );
}
