import { ON_FARM_ACCURACY_METRES, ON_FARM_METRES } from '#products/rules/limits.ts';

type Capture = { capturedMetresFromFarm: number | null; capturedAccuracyMetres: number | null };

export const isPhotographedOnFarm = ({ capturedMetresFromFarm, capturedAccuracyMetres }: Capture) =>
  capturedMetresFromFarm !== null &&
  capturedMetresFromFarm <= ON_FARM_METRES &&
  capturedAccuracyMetres !== null &&
  capturedAccuracyMetres <= ON_FARM_ACCURACY_METRES;

/** The older photos' position says nothing about new ones. */
export const noCapture = {
  capturedMetresFromFarm: null,
  capturedAccuracyMetres: null,
  capturedPositionAt: null,
} satisfies Capture & { capturedPositionAt: null };
