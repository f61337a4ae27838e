import { fruits } from './fruits.ts';
import { grains } from './grains.ts';
import { jars } from './jars.ts';
import type { Subject } from './subject.ts';
import { vegetables } from './vegetables.ts';

export const subjects: Record<string, Subject> = { ...fruits, ...vegetables, ...grains, ...jars };
