import type { Category } from '#shared/categories.ts';

/*
 * Finds the drawn picture of a crop, for a product without photos. A name is searched for words in English and Swahili, longer ones
 * first, so that "sweet potatoes" is not taken for potatoes or "green grams" for greens. Without a known word the category has a picture.
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
  'Dairy & eggs': 'dairy',
  Other: 'other',
};

const pictures = new Map(Object.entries(words).flatMap(([picture, known]) => known.map((word) => [word, picture] as const)));
const WORDS_MAX = 3;

/**
 * The crop that a product's name says, as it was written: the longest known word; null if there is none. Looked for are whole words with
 * an English plural, so that neither an eggplant has eggs in it nor tea a steak; in a table, for a pattern of each word kept a phone busy
 * for a quarter of a second.
 */
export function findCropWord(name: string): string | null {
  const said = name.toLowerCase().match(/\p{L}+/gu) ?? [];
  let longest = '';
  for (let from = 0; from < said.length; from++) {
    for (let to = from + 1; to <= Math.min(from + WORDS_MAX, said.length); to++) {
      const phrase = said.slice(from, to).join(' ');
      for (const word of [phrase, phrase.replace(/s$/, ''), phrase.replace(/es$/, '')]) {
        if (pictures.has(word) && word.length > longest.length) longest = word;
      }
    }
  }
  return longest || null;
}

/** The path of a product's picture, by its name or else by its category. */
export const cropPicture = (name: string, category: Category): string =>
  `/art/crops/${pictures.get(findCropWord(name) ?? '') ?? groups[category]}.svg`;

/** Every picture that can be the answer. */
export const cropPictures: readonly string[] = [...Object.keys(words), ...Object.values(groups)].map(
  (picture) => `/art/crops/${picture}.svg`,
);
