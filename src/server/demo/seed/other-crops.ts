import { allYear, type Crop, central, coast, east, north, northRift, nyanza, southRift, west } from './crop.ts';

const kg = (from: number, to: number) => ({ unit: 'kg', kes: [from, to] }) as const;

/** What else farms sell: milk, eggs, honey, nuts, and coffee and tea of their own making. Milk is sold by weight. */
export const otherCrops: readonly Crop[] = [
  {
    ...{ names: ['Fresh cow milk', 'Mala', 'Yoghurt, plain'], swahili: 'Maziwa', category: 'Dairy', weight: 1.2 },
    ...{
      grownIn: [...central, ...northRift, ...southRift, 'Meru', 'Kakamega', 'Kisii'],
      harvest: allYear,
      keepsDays: 3,
      packings: [kg(48, 70)],
    },
  },
  {
    ...{ names: ['Camel milk', 'Goat milk'], swahili: 'Maziwa ya ngamia na mbuzi', category: 'Dairy', weight: 1.5 },
    ...{ grownIn: [...north, 'Laikipia', 'Tana River', 'Baringo'], harvest: allYear, keepsDays: 3, packings: [kg(90, 160)] },
  },
  {
    ...{ names: ['Kienyeji eggs', 'Layer eggs, trays of 30'], swahili: 'Mayai', category: 'Other', weight: 1 },
    grownIn: [...central, ...southRift, ...nyanza, ...west, 'Machakos', 'Mombasa', 'Uasin Gishu', 'Kitui', 'Marsabit'],
    ...{ harvest: allYear, keepsDays: 21, packings: [{ unit: 'crates', netWeightKg: 1.7, kes: [330, 480] }] },
  },
  {
    ...{ names: ['Raw honey', 'Acacia honey'], swahili: 'Asali', category: 'Other', weight: 1 },
    ...{
      grownIn: [...north, 'Baringo', 'West Pokot', 'Kitui', 'Laikipia', 'Elgeyo-Marakwet', 'Makueni', 'Tharaka-Nithi', 'Narok'],
    },
    ...{
      harvest: [2, 3, 7, 8, 12],
      keepsDays: 700,
      packings: [kg(550, 900), { unit: 'pieces', netWeightKg: 0.5, kes: [320, 480] }],
    },
  },
  {
    ...{ names: ['Coconuts', 'Madafu'], swahili: 'Nazi', category: 'Fruits', weight: 2.5 },
    ...{ grownIn: ['Kilifi', 'Kwale', 'Lamu', 'Mombasa', 'Tana River'], harvest: allYear, keepsDays: 45 },
    packings: [{ unit: 'pieces', netWeightKg: 1.2, kes: [25, 45] }],
  },
  {
    ...{ names: ['Dates', 'Dried dates'], swahili: 'Tende', category: 'Fruits', weight: 1 },
    ...{ grownIn: ['Turkana', 'Mandera', 'Garissa', 'Wajir'], harvest: [4, 5, 6, 7], keepsDays: 180, packings: [kg(250, 400)] },
  },
  {
    ...{ names: ['Macadamia nuts', 'Cashew nuts'], swahili: 'Korosho na makadamia', category: 'Other', weight: 0.6 },
    ...{
      grownIn: [...coast, ...central, 'Embu', 'Meru', 'Tharaka-Nithi'],
      harvest: [2, 3, 4, 5, 6],
      keepsDays: 150,
      packings: [kg(80, 140)],
    },
  },
  {
    ...{ names: ['Roasted coffee, home made', 'Sun-dried coffee beans'], swahili: 'Kahawa', category: 'Other', weight: 0.5 },
    ...{
      grownIn: ['Nyeri', 'Kirinyaga', "Murang'a", 'Embu', 'Kiambu', 'Bungoma', 'Kisii'],
      harvest: [10, 11, 12, 6],
      keepsDays: 300,
    },
    packings: [kg(700, 1100)],
  },
  {
    ...{ names: ['Purple tea, hand rolled'], swahili: 'Majani chai', category: 'Other', weight: 0.4 },
    ...{
      grownIn: ['Kericho', 'Nandi', 'Nyamira', 'Vihiga', "Murang'a", 'Bomet'],
      harvest: allYear,
      keepsDays: 400,
      packings: [kg(380, 650)],
    },
  },
  {
    ...{ names: ['Moringa powder', 'Sisal ropes'], swahili: 'Mlonge na katani', category: 'Other', weight: 0.3 },
    ...{
      grownIn: [...east, ...coast, 'Baringo'],
      harvest: allYear,
      keepsDays: 365,
      packings: [{ unit: 'pieces', netWeightKg: 0.25, kes: [150, 300] }],
    },
  },
];
