import { ON_FARM_ACCURACY_METRES, ON_FARM_METRES } from '#features/products/rules/limits.ts';

type Capture = { capturedMetresFromFarm: number | null; capturedAccuracyMetres: number | null };

/** Whether the photos were taken on the farm: near its pin, by a sufficiently accurate fix. */
export const isPhotographedOnFarm = ({ capturedMetresFromFarm, capturedAccuracyMetres }: Capture) =>
  capturedMetresFromFarm !== null &&
  capturedMetresFromFarm <= ON_FARM_METRES &&
  capturedAccuracyMetres !== null &&
  capturedAccuracyMetres <= ON_FARM_ACCURACY_METRES;

/**
 * Clears the position when photos without one are added, because the older photos' position says
 * nothing about them.
 */
export const noCapture = {
  capturedMetresFromFarm: null,
  capturedAccuracyMetres: null,
  capturedPositionAt: null,
} satisfies Capture & { capturedPositionAt: null };
