import { ON_FARM_ACCURACY_METRES, ON_FARM_METRES } from '#features/products/rules/limits.ts';

type Capture = { capturedMetresFromFarm: number | null; capturedAccuracyMetres: number | null };

/** Near the pin, by a sufficiently accurate fix. */
export const isPhotographedOnFarm = ({ capturedMetresFromFarm, capturedAccuracyMetres }: Capture) =>
  capturedMetresFromFarm !== null &&
  capturedMetresFromFarm <= ON_FARM_METRES &&
  capturedAccuracyMetres !== null &&
  capturedAccuracyMetres <= ON_FARM_ACCURACY_METRES;

/** For photos without a position: the older photos' position says nothing about them. */
export const noCapture = {
  capturedMetresFromFarm: null,
  capturedAccuracyMetres: null,
  capturedPositionAt: null,
} satisfies Capture & { capturedPositionAt: null };
