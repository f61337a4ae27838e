import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { PhotoPicker, useTakenPhotos } from '#photos/web/photo-picker.tsx';
import { sendLotPhoto } from '#photos/web/send-photo.ts';
import { FindPlace } from '#places/web/find-place.tsx';
import { type Unit, units } from '#products/rules/product.ts';
import { oneUnitLabels, unitLabels } from '#products/rules/product-texts.ts';
import { parseDecimal } from '#rules/amounts.ts';
import { dayInNairobi, daysAfter } from '#rules/day.ts';
import { approximatePlace } from '#rules/geo.ts';
import { getLocale } from '#rules/text/compiled/runtime.js';
import { m } from '#text';
import { useSettled } from '#ui/browser/timers.ts';
import { FormDialog } from '#ui/dialog.tsx';
import { Button } from '#ui/elements.tsx';
import { CheckboxField, FieldError, SelectField, TextField } from '#ui/field.tsx';
import { readFailure, rpc } from '#web/rpc.ts';
import { trpc } from '#web/trpc.ts';
import { LOT_DAYS_AHEAD, LOT_POINTS_MAX, PLACE_MAX, QUALITY_MAX } from '../rules/lot.ts';
import type { AskForLot } from '../rules/lot-input.ts';
import { lotFailure } from './lot-parts.tsx';

const CROPS_SHOWN = 6;
const USUAL_FARMS = 20;
const USUAL_HOURS = { fromHour: 6, untilHour: 12 };
const DAYS_BEFORE = 3;

type Point = AskForLot['points'][number];
const tomorrow = () => daysAfter(dayInNairobi(new Date()), 1);

export function AskForm({ onClose }: { onClose: () => void }) {
  const [crop, setCrop] = useState<{ id: string; name: string } | null>(null);
  const [unit, setUnit] = useState<Unit>('kg');
  const [points, setPoints] = useState<Point[]>([]);
  const [day, setDay] = useState(daysAfter(tomorrow(), DAYS_BEFORE));
  const [chosenClosing, setClosing] = useState('');
  const closesAt = chosenClosing || `${daysAfter(day, -1)}T18:00`;
  const navigate = useNavigate();
  const { lots } = trpc.useUtils().buyer;
  const ask = trpc.buyer.lots.ask.useMutation({ onSuccess: () => void lots.list.invalidate() });
  const taken = useTakenPhotos(1);
  const photo = useMutation({ mutationFn: sendLotPhoto });
  const isBusy = ask.isPending || photo.isPending;
  const { fieldErrors } = readFailure(ask.error);
  const field = (name: keyof AskForLot) => ({ name, error: fieldErrors[name] });

  async function submit(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const form = new FormData(event.currentTarget);
    const numberOf = (name: keyof AskForLot) => {
      const typed = String(form.get(name) ?? '');
      return typed === '' ? undefined : (parseDecimal(typed) ?? 0);
    };
    const quantity = numberOf('quantity') ?? 0;
    const usual = Math.max(1, Math.floor(quantity / USUAL_FARMS));
    const [chosen] = taken.photos;
    const sent =
      chosen && photo.data?.url !== chosen.url
        ? await photo.mutateAsync(chosen).catch(() => undefined)
        : photo.data;
    if (chosen && !sent) return;
    const made = await ask
      .mutateAsync({
        crop: crop?.id ?? '',
        unit,
        netWeightKg: numberOf('netWeightKg'),
        quantity,
        leastQuantity: numberOf('leastQuantity'),
        smallestShare: numberOf('smallestShare') || usual,
        price: numberOf('price') ?? 0,
        quality: String(form.get('quality')),
        day,
        place: points[0]?.name ?? '',
        closesAt: `${closesAt}:00+03:00`,
        points,
        repeatsWeekly: form.has('repeatsWeekly'),
        photoId: chosen && sent?.id,
      })
      .catch(() => null);
    if (!made) return;
    onClose();
    await navigate({ to: '/lots/$lotId', params: { lotId: made.id } });
  }

  return (
    <FormDialog
      title={m.lotAsk()}
      submitLabel={m.messagesSend()}
      isBusy={isBusy}
      onSubmit={submit}
      onChange={() => {
        ask.reset();
        if (photo.error) photo.reset();
      }}
      banner={photo.error?.message ?? lotFailure(ask.error)}
      onClose={onClose}
    >
      <CropField chosen={crop} error={fieldErrors.crop} onChoose={setCrop} />
      <div className="grid grid-cols-2 gap-3 *:min-w-0">
        <NumberField label={m.productQuantityLabel()} {...field('quantity')} />
        <SelectField
          label={m.productUnitLabel()}
          options={units.map((value) => ({ value, label: unitLabels[value]() }))}
          value={unit}
          onChange={({ target }) => setUnit(units.find((one) => one === target.value) ?? 'kg')}
        />
        <NumberField label={m.lotPrice({ unit: oneUnitLabels[unit]() })} {...field('price')} />
        <TextField
          label={m.reconcileDay()}
          type="date"
          min={tomorrow()}
          max={daysAfter(tomorrow(), LOT_DAYS_AHEAD)}
          value={day}
          onChange={({ target }) => setDay(target.value)}
          {...field('day')}
        />
      </div>
      <PointsField points={points} error={fieldErrors.points} onChange={setPoints} />
      <TextField label={m.lotQuality()} isOptional maxLength={QUALITY_MAX} {...field('quality')} />
      <PhotoPicker
        taken={{
          ...taken,
          remove: (url) => {
            taken.remove(url);
            if (photo.error) photo.reset();
          },
        }}
        label={m.lotPhoto()}
        hint={m.lotPhotoHint()}
        altOf={(number) => m.productPhotoNumber({ number })}
      />
      <details className="rounded-card border border-line px-4 py-1">
        <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">
          {m.farmTabMore()}
        </summary>
        <div className="grid gap-4 pt-1 pb-3">
          <TextField
            label={m.lotCloses()}
            type="datetime-local"
            value={closesAt}
            onChange={({ target }) => setClosing(target.value)}
            {...field('closesAt')}
          />
          {unit !== 'kg' && (
            <NumberField isOptional label={m.lotWeight()} {...field('netWeightKg')} />
          )}
          <NumberField isOptional label={m.lotLeast()} {...field('leastQuantity')} />
          <NumberField isOptional label={m.lotSmallest()} {...field('smallestShare')} />
          <CheckboxField label={m.lotRepeats()} {...field('repeatsWeekly')} />
        </div>
      </details>
    </FormDialog>
  );
}

const isAt = (point: Position, { latitude, longitude }: Position) =>
  point.latitude === latitude && point.longitude === longitude;

const NumberField = (props: React.ComponentProps<typeof TextField>) => (
  <TextField inputMode="decimal" autoComplete="off" {...props} />
);

type CropFieldProps = {
  chosen: { name: string } | null;
  error: string | undefined;
  onChoose: (crop: { id: string; name: string } | null) => void;
};

function CropField({ chosen, error, onChoose }: CropFieldProps) {
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
        error={error}
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

type PointsFieldProps = {
  points: Point[];
  error: string | undefined;
  onChange: (change: (points: Point[]) => Point[]) => void;
};

/** A place from the map's names, or where the buyer is. */
function PointsField({ points, error, onChange }: PointsFieldProps) {
  const add = (point: Omit<Point, keyof typeof USUAL_HOURS>) =>
    onChange((now) =>
      now.some((one) => isAt(one, point)) ? now : [...now, { ...point, ...USUAL_HOURS }],
    );
  const addHere = async (position: Position) => {
    // Everybody reads the name, which must not be the address of a home.
    const found = await rpc.places.reverse.query(approximatePlace(position)).catch(() => null);
    add({ ...position, name: found?.place?.display_name.slice(0, PLACE_MAX) ?? '' });
  };
  const isUnnamed = ({ name }: Point) => name.trim() === '';
  const change = (at: number, part: Partial<Point>) =>
    onChange((now) => now.map((one, nth) => (nth === at ? { ...one, ...part } : one)));
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 font-semibold">{m.lotPoints()}</legend>
      <FieldError id="points-error" text={points.some(isUnnamed) ? undefined : error} />
      {points.map((point, at) => (
        <div
          key={`${point.latitude} ${point.longitude}`}
          className="grid grid-cols-[1fr_1fr_auto] items-end gap-2"
        >
          <TextField
            className="col-span-3"
            label={m.lotPointName()}
            maxLength={PLACE_MAX}
            value={point.name}
            error={isUnnamed(point) ? error : undefined}
            onChange={({ target }) => change(at, { name: target.value })}
          />
          {(['fromHour', 'untilHour'] as const).map((end) => (
            <SelectField
              key={end}
              label={end === 'fromHour' ? m.filterPriceFrom() : m.lotUntil()}
              options={hours}
              value={String(point[end])}
              onChange={({ target }) => change(at, { [end]: Number(target.value) })}
            />
          ))}
          <Button
            variant="quiet"
            className="px-3!"
            aria-label={m.cartRemove()}
            onClick={() => onChange((now) => now.filter((_, nth) => nth !== at))}
          >
            <Trash2 className="size-5" />
          </Button>
        </div>
      ))}
      {points.length < LOT_POINTS_MAX && (
        <FindPlace
          variant="secondary"
          onLocate={addHere}
          onPick={(position, name) => add({ ...position, name: name.slice(0, PLACE_MAX) })}
        />
      )}
    </fieldset>
  );
}

const hours = Array.from({ length: 25 }, (_, hour) => ({
  value: String(hour),
  label: `${hour}:00`,
}));
