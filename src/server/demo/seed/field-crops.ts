import { allYear, type Crop, central, coast, east, north, northRift, nyanza, southRift, west } from './crop.ts';

const bag90 = (from: number, to: number) => ({ unit: 'bags', netWeightKg: 90, kes: [from, to] }) as const;
const bag50 = (from: number, to: number) => ({ unit: 'bags', netWeightKg: 50, kes: [from, to] }) as const;
const kg = (from: number, to: number) => ({ unit: 'kg', kes: [from, to] }) as const;

/** Cereals, legumes and root crops. Prices: what farmers were paid in 2025 and 2026, by county price lists and news. */
export const fieldCrops: readonly Crop[] = [
  {
    ...{ names: ['Dry white maize', 'Yellow maize', 'Maize, well dried'], swahili: 'Mahindi', category: 'Cereals', weight: 3 },
    grownIn: [...northRift, ...southRift, ...west, ...nyanza, ...east, ...central, 'Kwale', 'Kilifi', 'Taita-Taveta'],
    ...{ harvest: [8, 9, 10, 11, 12], keepsDays: 240, packings: [bag90(3200, 4200), kg(37, 48)] },
  },
  {
    ...{ names: ['Green maize cobs', 'Fresh boiling maize'], swahili: 'Mahindi mabichi', category: 'Cereals', weight: 1 },
    ...{
      grownIn: [...northRift, ...southRift, ...central, ...west, ...nyanza, 'Tana River'],
      harvest: [6, 7, 8, 12, 1],
      keepsDays: 7,
    },
    packings: [{ unit: 'pieces', netWeightKg: 0.3, kes: [10, 20] }],
  },
  {
    ...{ names: ['Wheat', 'Milling wheat'], swahili: 'Ngano', category: 'Cereals', weight: 1 },
    grownIn: ['Narok', 'Nakuru', 'Uasin Gishu', 'Laikipia', 'Trans Nzoia', 'Meru', 'Nyandarua'],
    ...{ harvest: [7, 8, 9, 11, 12], keepsDays: 240, packings: [bag90(4300, 5300)] },
  },
  {
    ...{ names: ['Pishori rice', 'Basmati 370 rice', 'Sindano rice'], swahili: 'Mchele', category: 'Cereals', weight: 1.5 },
    ...{
      grownIn: ['Kirinyaga', 'Kisumu', 'Busia', 'Homa Bay', 'Tana River', 'Taita-Taveta'],
      harvest: [11, 12, 1, 6],
      keepsDays: 300,
    },
    packings: [bag50(6800, 9200), kg(140, 190)],
  },
  {
    ...{ names: ['Red sorghum', 'White sorghum'], swahili: 'Mtama', category: 'Cereals', weight: 1 },
    ...{ grownIn: [...east, ...nyanza, ...north, 'Busia', 'Bungoma', 'Baringo'], harvest: [2, 3, 7, 8], keepsDays: 240 },
    packings: [bag90(3600, 4800), kg(45, 60)],
  },
  {
    ...{ names: ['Finger millet', 'Clean finger millet'], swahili: 'Wimbi', category: 'Cereals', weight: 0.7 },
    ...{
      grownIn: [...west, ...nyanza, 'Bomet', 'Kericho', 'Baringo', 'West Pokot', 'Tharaka-Nithi'],
      harvest: [7, 8, 1],
      keepsDays: 240,
    },
    packings: [bag90(9000, 12_000), kg(110, 145)],
  },
  {
    ...{ names: ['Rosecoco beans', 'Yellow beans', 'Wairimu red beans'], swahili: 'Maharagwe', category: 'Legumes', weight: 2 },
    ...{ grownIn: [...northRift, ...southRift, ...west, ...nyanza, ...east, ...central, 'Taita-Taveta'], harvest: [1, 2, 7, 8] },
    ...{ keepsDays: 200, packings: [bag90(9500, 13_000), kg(110, 150)] },
  },
  {
    ...{ names: ['Green grams', 'Sorted green grams'], swahili: 'Ndengu', category: 'Legumes', weight: 1.5 },
    ...{
      grownIn: [
        'Kitui',
        'Makueni',
        'Machakos',
        'Tharaka-Nithi',
        'Embu',
        'Taita-Taveta',
        'Tana River',
        'Isiolo',
        'Kwale',
        'Garissa',
      ],
    },
    ...{ harvest: [1, 2, 3, 7], keepsDays: 240, packings: [bag90(9000, 12_500), kg(105, 145)] },
  },
  {
    ...{ names: ['Cowpeas', 'Brown cowpeas'], swahili: 'Kunde', category: 'Legumes', weight: 1 },
    ...{
      grownIn: [...coast, ...east, ...north, ...nyanza],
      harvest: [1, 2, 3, 7, 8],
      keepsDays: 200,
      packings: [bag90(6500, 9000), kg(75, 105)],
    },
  },
  {
    ...{ names: ['Pigeon peas'], swahili: 'Mbaazi', category: 'Legumes', weight: 1 },
    ...{
      grownIn: ['Makueni', 'Machakos', 'Kitui', 'Tharaka-Nithi', 'Embu', 'Kilifi', 'Kwale', 'Lamu'],
      harvest: [8, 9, 3],
      keepsDays: 200,
    },
    packings: [bag90(6000, 8500), kg(70, 100)],
  },
  {
    ...{ names: ['Garden peas', 'Snow peas'], swahili: 'Minji', category: 'Legumes', weight: 0.8 },
    ...{
      grownIn: ['Nyandarua', 'Nakuru', 'Meru', 'Nyeri', 'Kiambu', 'Laikipia', 'Narok'],
      harvest: [2, 3, 7, 8, 9],
      keepsDays: 12,
    },
    packings: [bag50(3800, 6200), kg(90, 140)],
  },
  {
    ...{ names: ['Groundnuts', 'Shelled groundnuts'], swahili: 'Njugu karanga', category: 'Legumes', weight: 1 },
    ...{
      grownIn: ['Homa Bay', 'Migori', 'Busia', 'Siaya', 'Kakamega', 'Elgeyo-Marakwet', 'Tharaka-Nithi', 'Kilifi'],
      harvest: [7, 8, 1],
    },
    ...{ keepsDays: 180, packings: [bag50(7500, 9500), kg(160, 210)] },
  },
  {
    ...{ names: ['Soybeans', 'Brown lentils'], swahili: 'Soya na kamande', category: 'Legumes', weight: 0.4 },
    ...{ grownIn: ['Kakamega', 'Bungoma', 'Migori', 'Narok', 'Meru', 'Busia'], harvest: [8, 9, 1], keepsDays: 220 },
    packings: [bag90(6500, 8800), kg(85, 120)],
  },
  {
    ...{
      names: ['Shangi potatoes', 'Irish potatoes', 'Dutch Robijn potatoes'],
      swahili: 'Viazi',
      category: 'Root Crops',
      weight: 2.5,
    },
    grownIn: ['Nyandarua', 'Nakuru', 'Meru', 'Elgeyo-Marakwet', 'Bomet', 'Narok', 'Kiambu', 'Nyeri', 'West Pokot', 'Uasin Gishu'],
    ...{ harvest: [1, 2, 6, 7, 8], keepsDays: 40, packings: [bag50(1500, 2800), kg(32, 58)] },
  },
  {
    ...{ names: ['Orange sweet potatoes', 'White sweet potatoes'], swahili: 'Viazi vitamu', category: 'Root Crops', weight: 1.3 },
    ...{ grownIn: [...nyanza, ...west, 'Bomet', 'Kericho', 'Kirinyaga', "Murang'a", 'Mombasa'], harvest: allYear, keepsDays: 21 },
    packings: [bag90(2800, 4500), kg(35, 55)],
  },
  {
    ...{ names: ['Cassava', 'Fresh cassava roots'], swahili: 'Muhogo', category: 'Root Crops', weight: 1.2 },
    ...{ grownIn: [...coast, ...west, 'Siaya', 'Migori', 'Homa Bay', 'Kitui'], harvest: allYear, keepsDays: 6 },
    packings: [bag90(1800, 3000), kg(22, 38)],
  },
  {
    ...{ names: ['Arrowroots', 'Highland arrowroots'], swahili: 'Nduma', category: 'Root Crops', weight: 0.8 },
    ...{ grownIn: [...central, 'Embu', 'Meru', 'Kisii', 'Nyamira', 'Vihiga'], harvest: allYear, keepsDays: 20 },
    packings: [kg(70, 130), { unit: 'pieces', netWeightKg: 0.6, kes: [45, 80] }],
  },
];
