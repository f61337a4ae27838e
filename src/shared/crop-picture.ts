import type { Category } from '#shared/product.ts';

/*
 * The drawn picture of a crop, for a product without photos. A name is looked through for words in English and Swahili, the
 * longer ones first, so that sweet potatoes are no potatoes and green grams no greens; where none is known, the category has one.
 */
const words: Record<string, readonly string[]> = {
  arrowroot: ['arrowroot', 'arrow root', 'nduma', 'taro'],
  avocado: ['avocado', 'parachichi', 'hass', 'fuerte', 'ovacado'],
  banana: ['banana', 'ndizi', 'matoke', 'plantain'],
  beans: ['bean', 'maharagwe', 'maharage', 'rosecoco', 'ndengu', 'green gram', 'njahi', 'mishiri', 'soya', 'nyayo'],
  cabbage: ['cabbage', 'kabichi', 'kabeji'],
  capsicum: ['capsicum', 'pilipili hoho', 'hoho', 'pilipili', 'chilli', 'chili', 'bell pepper'],
  carrot: ['carrot', 'karoti'],
  cassava: ['cassava', 'muhogo', 'mihogo'],
  coffee: ['coffee', 'kahawa'],
  eggs: ['egg', 'mayai', 'yai'],
  honey: ['honey', 'asali'],
  kale: ['kale', 'sukuma', 'managu', 'terere', 'saga', 'kunde leaves', 'majani ya kunde', 'mboga', 'collard'],
  lentils: ['lentil', 'kamande', 'dengu'],
  maize: ['maize', 'mahindi', 'corn'],
  mango: ['mango', 'embe', 'maembe'],
  milk: ['milk', 'maziwa', 'mala', 'yoghurt', 'yogurt'],
  onion: ['onion', 'kitunguu', 'vitunguu', 'garlic', 'saumu', 'leek'],
  orange: ['orange', 'chungwa', 'machungwa', 'tangerine', 'chenza', 'lemon', 'ndimu', 'pixie'],
  'passion-fruit': ['passion', 'karakara', 'matunda ya pesheni'],
  peas: ['pea', 'peas', 'minji', 'mbaazi', 'kunde', 'cowpea', 'njegere'],
  pineapple: ['pineapple', 'nanasi', 'mananasi'],
  potato: ['potato', 'viazi', 'kiazi', 'shangi', 'waru', 'warus'],
  rice: ['rice', 'mchele', 'mpunga', 'pishori', 'basmati'],
  sorghum: ['sorghum', 'mtama', 'millet', 'wimbi', 'uwele'],
  spinach: ['spinach', 'spinachi', 'mchicha', 'amaranth', 'swiss chard'],
  'sweet-potato': ['sweet potato', 'viazi vitamu', 'kiazi kitamu'],
  tea: ['tea', 'majani chai', 'chai'],
  tomato: ['tomato', 'nyanya'],
  watermelon: ['watermelon', 'water melon', 'tikiti', 'matikiti', 'melon'],
  wheat: ['wheat', 'ngano'],
};

const groups: Record<Category, string> = {
  Cereals: 'cereals',
  Legumes: 'legumes',
  Vegetables: 'vegetables',
  Fruits: 'fruits',
  'Root Crops': 'root-crops',
  Dairy: 'dairy',
  Other: 'other',
};

/** Whole words with an English plural, so that neither an eggplant has eggs in it nor tea a steak. */
const patterns = Object.entries(words)
  .flatMap(([picture, known]) => known.map((word) => ({ picture, word })))
  .sort((a, b) => b.word.length - a.word.length)
  .map(({ picture, word }) => ({ picture, pattern: new RegExp(`(?<!\\p{L})${word}(?:e?s)?(?!\\p{L})`, 'iu') }));

/** The path of a product's picture, by its name or else by its category. */
export function cropPicture(name: string, category: Category): string {
  const found = patterns.find(({ pattern }) => pattern.test(name));
  return `/art/crops/${found?.picture ?? groups[category]}.svg`;
}

/** Every picture that can be the answer. */
export const cropPictures: readonly string[] = [...Object.keys(words), ...Object.values(groups)].map(
  (picture) => `/art/crops/${picture}.svg`,
);
