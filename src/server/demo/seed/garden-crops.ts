import { allYear, type Crop, central, coast, east, north, northRift, nyanza, southRift, west } from './crop.ts';

const kg = (from: number, to: number) => ({ unit: 'kg', kes: [from, to] }) as const;
const piece = (netWeightKg: number, from: number, to: number) => ({ unit: 'pieces', netWeightKg, kes: [from, to] }) as const;
const crate = (netWeightKg: number, from: number, to: number) => ({ unit: 'crates', netWeightKg, kes: [from, to] }) as const;
const bag = (netWeightKg: number, from: number, to: number) => ({ unit: 'bags', netWeightKg, kes: [from, to] }) as const;

/** Vegetables and fruits. Prices as in field-crops.ts. */
export const gardenCrops: readonly Crop[] = [
  {
    ...{
      names: ['Tomatoes', 'Anna F1 tomatoes', 'Money Maker tomatoes'],
      swahili: 'Nyanya',
      category: 'Vegetables',
      weight: 2.5,
    },
    grownIn: [
      'Kajiado',
      'Kirinyaga',
      'Nakuru',
      'Makueni',
      'Machakos',
      'Laikipia',
      'Kiambu',
      'Garissa',
      'Turkana',
      ...coast,
      ...west,
    ],
    ...{ harvest: [1, 2, 6, 7, 8, 12], keepsDays: 12, packings: [crate(64, 3000, 6500), kg(50, 105)] },
  },
  {
    ...{ names: ['Red bulb onions', 'Red Creole onions'], swahili: 'Vitunguu', category: 'Vegetables', weight: 1.8 },
    grownIn: ['Kajiado', 'Nakuru', 'Laikipia', 'Meru', 'Taita-Taveta', 'Baringo', 'Bungoma', 'Isiolo', 'Wajir', 'Mandera'],
    ...{ harvest: [1, 2, 3, 8, 9], keepsDays: 90, packings: [bag(13, 800, 1500), kg(60, 120)] },
  },
  {
    ...{ names: ['Gloria F1 cabbages', 'Cabbages'], swahili: 'Kabichi', category: 'Vegetables', weight: 1.6 },
    ...{ grownIn: [...central, ...southRift, ...northRift, 'Taita-Taveta', 'Kisii', 'Meru'], harvest: allYear, keepsDays: 18 },
    packings: [piece(2.5, 20, 45), bag(90, 1600, 2800)],
  },
  {
    ...{
      names: ['Sukuma wiki', 'Kale, tied in bunches', 'Thousand-headed kale'],
      swahili: 'Sukuma wiki',
      category: 'Vegetables',
      weight: 2.2,
    },
    ...{ grownIn: [...central, ...southRift, ...northRift, ...nyanza, ...west, ...east, 'Mombasa', 'Kwale'], harvest: allYear },
    ...{ keepsDays: 4, packings: [kg(20, 45), bag(50, 900, 1800)] },
  },
  {
    ...{ names: ['Spinach', 'Swiss chard spinach'], swahili: 'Spinachi', category: 'Vegetables', weight: 1 },
    ...{
      grownIn: [...central, ...southRift, 'Machakos', 'Mombasa', 'Kisumu', 'Isiolo'],
      harvest: allYear,
      keepsDays: 4,
      packings: [kg(30, 60)],
    },
  },
  {
    ...{ names: ['Nantes carrots', 'Washed carrots'], swahili: 'Karoti', category: 'Vegetables', weight: 1 },
    ...{
      grownIn: ['Nyandarua', 'Nakuru', 'Meru', 'Nyeri', 'Kiambu', 'Narok', 'Elgeyo-Marakwet'],
      harvest: allYear,
      keepsDays: 20,
    },
    packings: [bag(90, 2200, 4200), kg(30, 55)],
  },
  {
    ...{ names: ['Green capsicums', 'Coloured capsicums'], swahili: 'Pilipili hoho', category: 'Vegetables', weight: 0.8 },
    ...{
      grownIn: ['Kajiado', 'Kirinyaga', 'Machakos', 'Nakuru', 'Kiambu', 'Makueni', 'Laikipia'],
      harvest: allYear,
      keepsDays: 10,
    },
    packings: [kg(60, 120), bag(40, 2200, 4200)],
  },
  {
    ...{ names: ['French beans', 'Extra fine French beans'], swahili: 'Mishiri', category: 'Vegetables', weight: 0.7 },
    ...{
      grownIn: ['Kirinyaga', 'Machakos', 'Meru', "Murang'a", 'Nyeri', 'Laikipia'],
      harvest: allYear,
      keepsDays: 7,
      packings: [kg(70, 130), crate(5, 380, 620)],
    },
  },
  {
    ...{
      names: ['Managu', 'Terere leaves', 'Saga leaves', 'Kunde leaves'],
      swahili: 'Mboga za kienyeji',
      category: 'Vegetables',
      weight: 1.2,
    },
    ...{
      grownIn: [...nyanza, ...west, ...central, 'Nandi', 'Kericho', 'Turkana'],
      harvest: allYear,
      keepsDays: 3,
      packings: [kg(40, 80)],
    },
  },
  {
    ...{
      names: ['Okra', 'Brinjals', 'Bird eye chillies'],
      swahili: 'Bamia, biringanya na pilipili',
      category: 'Vegetables',
      weight: 0.8,
    },
    ...{ grownIn: [...coast, 'Makueni', 'Garissa', 'Homa Bay'], harvest: allYear, keepsDays: 8, packings: [kg(55, 110)] },
  },
  {
    ...{ names: ['Butternuts', 'Pumpkins'], swahili: 'Malenge', category: 'Vegetables', weight: 0.8 },
    ...{
      grownIn: [...east, ...nyanza, ...southRift, 'Kwale', 'Samburu'],
      harvest: [1, 2, 7, 8],
      keepsDays: 60,
      packings: [piece(1.6, 50, 95), kg(35, 60)],
    },
  },
  {
    ...{ names: ['Hass avocados', 'Fuerte avocados'], swahili: 'Parachichi', category: 'Fruits', weight: 1.8 },
    grownIn: [
      "Murang'a",
      'Kiambu',
      'Nyeri',
      'Kirinyaga',
      'Meru',
      'Embu',
      'Kisii',
      'Nyamira',
      'Bomet',
      'Nandi',
      'Trans Nzoia',
      'Vihiga',
    ],
    ...{ harvest: [3, 4, 5, 6, 7, 8], keepsDays: 14, packings: [piece(0.22, 12, 25), crate(20, 1500, 2600)] },
  },
  {
    ...{ names: ['Apple mangoes', 'Ngowe mangoes', 'Kent mangoes'], swahili: 'Maembe', category: 'Fruits', weight: 1.8 },
    ...{
      grownIn: ['Makueni', 'Machakos', 'Kitui', 'Embu', 'Meru', 'Elgeyo-Marakwet', ...coast],
      harvest: [11, 12, 1, 2, 3],
      keepsDays: 10,
    },
    packings: [piece(0.4, 10, 25), crate(25, 900, 1700)],
  },
  {
    ...{ names: ['Bananas', 'Sweet bananas', 'Cooking bananas'], swahili: 'Ndizi', category: 'Fruits', weight: 2 },
    ...{
      grownIn: [...nyanza, ...west, ...east, ...coast, "Murang'a", 'Kirinyaga', 'Nyeri', 'Kericho'],
      harvest: allYear,
      keepsDays: 9,
    },
    packings: [piece(22, 350, 800), kg(25, 45)],
  },
  {
    ...{ names: ['Oranges', 'Pixie oranges', 'Tangerines'], swahili: 'Machungwa', category: 'Fruits', weight: 1 },
    ...{
      grownIn: ['Makueni', 'Kilifi', 'Kwale', 'Tana River', 'Lamu', 'Machakos', 'Homa Bay', 'Baringo'],
      harvest: [4, 5, 6, 7, 8, 11],
    },
    ...{ keepsDays: 25, packings: [bag(90, 2800, 4600), kg(40, 75)] },
  },
  {
    ...{ names: ['Sukari F1 watermelons', 'Watermelons'], swahili: 'Matikiti maji', category: 'Fruits', weight: 1.2 },
    ...{ grownIn: ['Kajiado', 'Makueni', 'Baringo', 'Siaya', ...coast, ...north], harvest: [1, 2, 3, 8, 9, 12], keepsDays: 20 },
    packings: [piece(6, 120, 240), kg(22, 38)],
  },
  {
    ...{ names: ['Purple passion fruits', 'Sweet yellow passion fruits'], swahili: 'Karakara', category: 'Fruits', weight: 0.8 },
    ...{ grownIn: ['Embu', 'Meru', 'Uasin Gishu', 'Kisii', 'Nandi', 'Kilifi', 'Migori'], harvest: allYear, keepsDays: 14 },
    packings: [kg(70, 130), bag(50, 3600, 6000)],
  },
  {
    ...{ names: ['Pineapples', 'Smooth Cayenne pineapples'], swahili: 'Mananasi', category: 'Fruits', weight: 0.8 },
    ...{
      grownIn: ['Kiambu', "Murang'a", 'Kericho', 'Homa Bay', 'Kilifi', 'Bungoma', 'Kakamega'],
      harvest: allYear,
      keepsDays: 10,
      packings: [piece(1.8, 50, 100)],
    },
  },
  {
    ...{ names: ['Pawpaws', 'Solo papaya'], swahili: 'Mapapai', category: 'Fruits', weight: 0.7 },
    ...{
      grownIn: [...coast, ...east, ...north, 'Baringo', 'Kisumu'],
      harvest: allYear,
      keepsDays: 8,
      packings: [piece(1.3, 50, 90), kg(40, 65)],
    },
  },
  {
    ...{ names: ['Cape gooseberries'], swahili: 'Matunda ya nathi', category: 'Fruits', weight: 0.01 },
    ...{ grownIn: [...central, ...southRift, ...northRift], harvest: allYear, keepsDays: 10, packings: [kg(250, 420)] },
  },
];
