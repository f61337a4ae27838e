import { fold } from '#platform/rules/text/fold.ts';
import { type Category, categories } from './categories.ts';
import { cropTable } from './crop-table.ts';
import { type Unit, units } from './product.ts';

/** One line of crop-table.ts, which describes its columns. */
export type Crop = {
  id: string;
  english: string;
  swahili: string;
  group: Category;
  /** In lower case, the words of the id first. */
  names: readonly [string, ...string[]];
  said: readonly string[];
  packings: readonly { unit: Unit; weightKg: number }[];
  shelfLifeDays: number;
  /** 1 to 12. */
  months: readonly number[];
  /** Without extension; null for the picture of the crop's group. */
  picture: string | null;
  /** Null if no concept means just this crop. */
  agrovoc: string | null;
};

const COLUMNS = 10;
const AGROVOC_CONCEPT = 'http://aims.fao.org/aos/agrovoc/c_';

export const crops: readonly Crop[] = readTable(cropTable).sort((a, b) =>
  a.english < b.english ? -1 : 1,
);

const cropsById = new Map(crops.map((crop) => [crop.id, crop]));

export const findCrop = (id: string): Crop | null => cropsById.get(id) ?? null;

export function swahiliNameOf({ name, crop }: { name: string; crop: string | null }) {
  const swahili = (crop && findCrop(crop)?.swahili) || null;
  return swahili && fold(name).includes(fold(swahili)) ? null : swahili;
}

function readTable(table: string): Crop[] {
  const [, ...lines] = table.split('\n').filter((line) => line !== '');
  let group: Category | undefined;
  return lines.flatMap((line) => {
    if (!line.startsWith('# ')) return [readLine(line, group)];
    group = oneOf(categories, line.slice(2));
    return [];
  });
}

function readLine(line: string, group: Category | undefined): Crop {
  const cells = line.split('|').map((cell) => cell.trim());
  const [id, english, swahili, names, said, packings, days, months, picture, agrovoc] = cells;
  if (!id || !english || !swahili || !group || cells.length !== COLUMNS)
    throw new Error(`Not a line of the crop table: ${line}`);
  const words = id.replaceAll('-', ' ');
  const others = [swahili.toLowerCase(), ...readWords(names), ...englishName(english, words)];
  return {
    id,
    english,
    swahili,
    group,
    names: [words, ...new Set(others.filter((name) => name !== words))],
    said: [...readWords(said), english.toLowerCase()],
    packings: readCell(packings).map(readPacking),
    shelfLifeDays: Number(days),
    months: (months ?? '').split(' ').flatMap(readMonths),
    picture: picture || null,
    agrovoc: agrovoc ? AGROVOC_CONCEPT + agrovoc : null,
  };
}

function readCell(cell = ''): string[] {
  const parts = cell.split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '');
}

function readWords(cell: string | undefined): string[] {
  return readCell(cell).map((name) => name.toLowerCase());
}

/** Empty if it is only the plural of the id's words. */
function englishName(english: string, words: string): string[] {
  const name = english.toLowerCase().replace(/(?<=o|sh)es$|(?<!s)s$/, '');
  return english.toLowerCase().startsWith(words.replace(/y$/, '')) ? [] : [name];
}

function readPacking(text: string): Crop['packings'][number] {
  const [unit = '', weight = '1'] = text.split(' ');
  return { unit: oneOf(units, unit), weightKg: Number(weight) };
}

function readMonths(text: string): number[] {
  const [from, to = from] = text.split('-').map(Number);
  return Array.from({ length: Number(to) - Number(from) + 1 }, (_, index) => Number(from) + index);
}

function oneOf<Name extends string>(names: readonly Name[], text: string): Name {
  const found = names.find((name) => name === text);
  if (!found) throw new Error(`The crop table says ${text}, which is none of ${names.join(', ')}`);
  return found;
}
