import { fruits } from './fruits.ts';
import { grains } from './grains.ts';
import { jars } from './jars.ts';
import { largeFruits } from './large-fruits.ts';
import { leavesAndSquashes } from './leaves-and-squashes.ts';
import { rootsAndPods } from './roots-and-pods.ts';
import { smallFruits } from './small-fruits.ts';
import type { Subject } from './subject.ts';
import { vegetables } from './vegetables.ts';

export const subjects: Record<string, Subject> = {
  ...fruits,
  ...largeFruits,
  ...smallFruits,
  ...vegetables,
  ...rootsAndPods,
  ...leavesAndSquashes,
  ...grains,
  ...jars,
};
