import { ON_FARM_ACCURACY_METRES, ON_FARM_METRES } from '#features/products/rules/limits.ts';

type Capture = { capturedMetresFromFarm: number | null; capturedAccuracyMetres: number | null };

/**
 * Whether the photos were taken on the farm: near its pin, by a measurement good enough to say so.
 */
export const isPhotographedOnFarm = ({ capturedMetresFromFarm, capturedAccuracyMetres }: Capture) =>
  capturedMetresFromFarm !== null &&
  capturedMetresFromFarm <= ON_FARM_METRES &&
  capturedAccuracyMetres !== null &&
  capturedAccuracyMetres <= ON_FARM_ACCURACY_METRES;

/** For photos without a position: that of older photos says nothing about them. */
export const noCapture = {
  capturedMetresFromFarm: null,
  capturedAccuracyMetres: null,
  capturedPositionAt: null,
} satisfies Capture & { capturedPositionAt: null };
