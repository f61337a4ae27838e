import { fold } from '#rules/text/fold.ts';
import { type Unit, units } from './product.ts';
import { type Category, categories } from './product-facts.ts';

/** A row of the table below, which describes its columns. */
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

/*
 * The crops and animal products of Kenya, one per line. We wrote the table ourselves; nothing was
 * copied from another list. `npm run crops` generates drawn-crops.ts from it.
 *
 * id: the English name in the singular, with hyphens; its words are one of the crop's names.
 * other names: English, Swahili as spoken in Kenya, local names and common spellings. English
 * plurals in s are left out.
 * said: varieties and other words that identify the crop in a product's name.
 * units: how it is usually sold, with the usual weight of each unit in kg, rounded.
 * days: how long it usually keeps after the harvest without a cold store (set-quantities.ts).
 * months: when most of the country harvests it.
 * picture: the file in web/public/art/crops, if there is one.
 * AGROVOC: the number of its concept in FAO's thesaurus (http://aims.fao.org/aos/agrovoc/c_…), as
 * labelled in its OBO translation (github.com/cmungall/agrovoc-obo). Empty where no concept means
 * just this crop.
 */
const cropTable = `
id | English | Swahili | other names | said | units | days | months | picture | AGROVOC

# Cereals
maize | Maize | Mahindi | corn | white maize, yellow maize, mahindi makavu | bags 90 | 180 | 1-2 8-12 | maize | 12332
green-maize | Green maize | Mahindi mabichi | mahindi ya kuchoma | boiling maize, maize cob, green maize cob, fresh maize | pieces 0.3, bags 100 | 5 | 5-8 12 | maize |
baby-corn | Baby corn | Mahindi machanga | babycorn | | kg, trays 0.25 | 5 | 1-12 | |
popcorn | Popcorn | Bisi | popping corn | popcorn maize | bags 90 | 180 | 8-11 | maize | 6108
wheat | Wheat | Ngano | | | bags 90 | 180 | 1-2 8-11 | wheat | 8373
rice | Rice | Mchele | mpunga, wali, paddy | pishori, basmati, sindano, komboka, brown rice | bags 50 | 180 | 1 6-7 11-12 | rice | 6599
sorghum | Sorghum | Mtama | | red sorghum, white sorghum, gadam | bags 90 | 180 | 2-3 7-8 | sorghum | 7249
millet | Finger millet | Wimbi | | | bags 90 | 180 | 1-2 7-9 | sorghum | 2904
pearl-millet | Pearl millet | Uwele | mawele, bulrush millet | | bags 90 | 180 | 2-3 7-8 | sorghum | 13199
barley | Barley | Shayiri | | | bags 90 | 180 | 1-2 8-10 | wheat | 823
oat | Oats | Oats | | | bags 50 | 180 | 8-10 | wheat | 5287

# Legumes
bean | Beans | Maharagwe | maharage | rosecoco, rose coco, nyayo, wairimu, mwitemania, yellow bean, red bean, kidney bean, dry bean, nyota bean | bags 90 | 180 | 1-2 6-8 12 | beans | 331566
french-bean | French beans | Mishiri | green bean, string bean, fine bean | extra fine bean | kg, crates 3 | 5 | 1-12 | beans |
green-gram | Green grams | Ndengu | pojo, mung bean | | bags 90 | 180 | 1-3 7-8 | beans | 4988
dolichos | Dolichos | Njahi | lablab, black bean, dolichos bean | | bags 90 | 180 | 2-3 7-9 | beans | 4125
soya | Soybeans | Soya | soya bean, soybean | | bags 90 | 180 | 1 7-9 | beans | 14477
lentil | Lentils | Kamande | dengu | brown lentil, red lentil | bags 90 | 180 | 2-3 8-9 | lentils | 12140
pea | Garden peas | Minji | njegere, green pea | | bags 50 | 5 | 1-2 6-8 | peas | 13177
snow-pea | Snow peas | Snow peas | mangetout, mange tout | | kg, crates 3 | 5 | 1-12 | peas |
sugar-snap | Sugar snaps | Sugar snaps | sugar snap pea, snap pea | | kg, crates 3 | 5 | 1-12 | peas |
pigeon-pea | Pigeon peas | Mbaazi | | | bags 90 | 180 | 7-10 | peas | 13356
cowpea | Cowpeas | Kunde | cow pea, black eyed pea | | bags 90 | 180 | 1-3 7-8 | peas | 1938
chickpea | Chickpeas | Chickpeas | chick pea, garbanzo | | bags 90 | 180 | 1-2 | peas | 9785
groundnut | Groundnuts | Njugu | karanga, peanut, njugu karanga, ground nut | | bags 90 | 180 | 1 7-8 | | 11368
bambara-nut | Bambara nuts | Njugu mawe | bambara groundnut | | bags 90 | 180 | 1 7-8 | | 15594

# Vegetables
tomato | Tomatoes | Nyanya | | anna f1, money maker, cal j, roma, rambo | crates 64, kg | 8 | 1-3 6-9 12 | tomato | 7805
cherry-tomato | Cherry tomatoes | Nyanya ndogo | | | kg, trays 0.25 | 8 | 1-12 | tomato | 36700
onion | Bulb onions | Kitunguu | vitunguu, bulb onion | red creole, jambar, red onion, white onion, vitunguu maji, kitunguu maji | bags 13, kg | 90 | 1-3 7-9 | onion | 12934
spring-onion | Spring onions | Vitunguu majani | green onion, kitunguu majani | | bunches 0.5, kg | 6 | 1-12 | onion |
garlic | Garlic | Kitunguu saumu | vitunguu saumu, saumu, kitunguu thomu | | kg, bags 50 | 120 | 1-2 7-9 | onion | 11091
leek | Leeks | Liki | | | kg, bunches 0.5 | 10 | 1-12 | onion | 12128
cabbage | Cabbages | Kabeji | kabichi, kabich | gloria f1, white cabbage | pieces 2.5, bags 90 | 14 | 1-12 | cabbage | 1173
red-cabbage | Red cabbages | Kabeji nyekundu | kabichi nyekundu, purple cabbage | | pieces 1.5, kg | 14 | 1-12 | cabbage |
chinese-cabbage | Chinese cabbages | Kabeji ya Kichina | kabichi ya kichina, pak choi, bok choy | | pieces 1, kg | 7 | 1-12 | cabbage | 9804
kale | Kale | Sukuma wiki | sukuma, collard, skuma wiki, skuma | thousand headed kale, collard green | bunches 0.5, bags 50, kg | 4 | 1-12 | kale | 4070
nightshade | African nightshade | Managu | mnavu, osuga, black nightshade | managu leaves | bunches 0.5, kg | 3 | 1-12 | kale |
spider-plant | Spider plant | Saga | saget, sagaa, dek, chinsaga, isaga | saga leaves | bunches 0.5, kg | 3 | 1-12 | kale |
amaranth | Amaranth | Mchicha | terere, dodo, amaranthus | terere leaves | bunches 0.5, kg | 3 | 1-12 | spinach | 324
cowpea-leaves | Cowpea leaves | Majani ya kunde | kunde leaves, cow pea leaves, kunde majani | mboga ya kunde | bunches 0.5, kg | 3 | 1-12 | kale |
pumpkin-leaves | Pumpkin leaves | Majani ya malenge | seveve, majani ya maboga, susa | | bunches 0.5, kg | 3 | 1-12 | kale |
jute-mallow | Jute mallow | Mrenda | murenda, mutere, mlenda, apoth | | bunches 0.5, kg | 3 | 1-12 | kale | 1885
crotalaria | Slender leaf | Mitoo | miro, mito, slenderleaf | | bunches 0.5, kg | 3 | 1-12 | kale |
ethiopian-kale | Ethiopian kale | Kanzira | kansira, kandhira | | bunches 0.5, kg | 4 | 1-12 | kale | 33311
vine-spinach | Vine spinach | Nderema | malabar spinach, enderema | | bunches 0.5, kg | 4 | 1-12 | spinach | 834
spinach | Spinach | Spinachi | swiss chard, spinachy | swiss chard spinach, fordhook | bunches 0.5, kg | 4 | 1-12 | spinach |
stinging-nettle | Stinging nettle | Thabai | nettle, hatha | | bunches 0.5, kg | 3 | 4-6 10-12 | |
lettuce | Lettuce | Saladi | letas | iceberg | pieces 0.4, kg | 6 | 1-12 | | 12151
cauliflower | Cauliflower | Koliflawa | cauli flower, koliflower | | pieces 1, kg | 8 | 1-12 | | 1394
broccoli | Broccoli | Brokoli | brocoli | | pieces 0.5, kg | 5 | 1-12 | | 7339
carrot | Carrots | Karoti | | nantes | bags 90, kg | 21 | 1-12 | carrot | 9640
beetroot | Beetroot | Bitiruti | kiazi sukari, beet root, biti | | kg, bunches 1, bags 50 | 21 | 1-12 | | 867
radish | Radishes | Figili | | | bunches 0.4, kg | 8 | 1-12 | | 13735
turnip | Turnips | Turnips | | | kg, bunches 1 | 20 | 1-12 | | 8019
capsicum | Capsicums | Pilipili hoho | hoho, bell pepper, sweet pepper, green pepper | | bags 50, kg | 10 | 1-12 | capsicum | 14727
chilli | Chillies | Pilipili | chili, pilipili kali, hot pepper | bird eye chilli, birds eye chilli, african bird eye, pilipili kichaa | kg, bags 30 | 12 | 1-12 | capsicum | 9795
aubergine | Aubergines | Biringanya | eggplant, egg plant, brinjal | | kg, pieces 0.3, bags 50 | 10 | 1-12 | | 8998
african-eggplant | African eggplants | Nyanya chungu | ngogwe, garden egg, bitter tomato | | kg | 10 | 1-12 | | 32249
okra | Okra | Bamia | ladies finger, lady finger | | kg | 5 | 1-12 | | 12920
cucumber | Cucumbers | Tango | matango | | pieces 0.4, kg | 8 | 1-12 | | 10195
courgette | Courgettes | Mumunye | zucchini, baby marrow | | kg, pieces 0.25 | 8 | 1-12 | | 12414
pumpkin | Pumpkins | Malenge | boga, maboga, lenge | | pieces 4, kg | 90 | 1-2 6-8 | | 6369
butternut | Butternuts | Butternut | butternut squash | waltham | pieces 1, kg | 90 | 1-2 6-8 | |
karela | Bitter gourds | Karela | bitter gourd, bitter melon | | kg | 6 | 1-12 | | 4903
celery | Celery | Selari | | | bunches 0.5, kg | 8 | 1-12 | | 1412
parsley | Parsley | Kotimiri | | | bunches 0.1, kg | 5 | 1-12 | | 13120
coriander | Coriander | Dhania | giligilani, danya, cilantro | | bunches 0.1, kg | 4 | 1-12 | | 10097
mint | Mint | Nanaa | | peppermint | bunches 0.1, kg | 5 | 1-12 | | 12606
basil | Basil | Rehani | | | bunches 0.1, kg | 5 | 1-12 | | 9093
rosemary | Rosemary | Rosemary | | | bunches 0.1, kg | 10 | 1-12 | | 13963
lemongrass | Lemongrass | Mchaichai | lemon grass | | bunches 0.3, kg | 14 | 1-12 | | 35540
asparagus | Asparagus | Asparagus | | | bunches 0.3, kg | 5 | 1-12 | | 17156
mushroom | Mushrooms | Uyoga | | button mushroom, oyster mushroom | kg, trays 0.25 | 5 | 1-12 | | 2487
moringa | Moringa | Mlonge | mronge | moringa powder, moringa leaves | kg | 180 | 1-12 | | 24664

# Fruits
avocado | Avocados | Avokado | parachichi, maparachichi, ovacado | hass, fuerte, jumbo avocado | pieces 0.25, bags 90, crates 4 | 10 | 2-9 | avocado | 9022
banana | Bananas | Ndizi | matoke, plantain | cooking banana, sweet banana, ndizi kisukari | bunches 20, kg | 7 | 1-12 | banana | 806
mango | Mangoes | Embe | maembe | apple mango, ngowe, dodo mango, kent mango, tommy mango | pieces 0.35, bags 90, crates 4 | 8 | 1-4 11-12 | mango | 12367
orange | Oranges | Chungwa | machungwa | washington orange, valencia | kg, bags 90, pieces 0.2 | 21 | 1-2 6-9 | orange | 7550
tangerine | Tangerines | Chenza | machenza, mandarin | pixie, pixie orange | kg, bags 90 | 14 | 6-9 | orange | 7601
lemon | Lemons | Limau | ndimu, lime, malimau | lemon and lime | kg, pieces 0.1, bags 90 | 21 | 1-12 | orange | 4259
grapefruit | Grapefruits | Balungi | mabalungi, grape fruit | | kg, pieces 0.4 | 21 | 6-9 | orange | 3358
passion-fruit | Passion fruits | Karakara | passion, matunda ya pesheni, pasheni | purple passion, yellow passion | bags 57, kg | 12 | 1-3 6-9 | passion-fruit | 13127
pineapple | Pineapples | Nanasi | mananasi | smooth cayenne | pieces 1.5, kg | 8 | 1-4 10-12 | pineapple | 13394
watermelon | Watermelons | Tikiti maji | water melon, tikiti, matikiti, matikiti maji, melon | sukari f1 | kg, pieces 6 | 15 | 1-3 9-12 | watermelon | 15277
sweet-melon | Sweet melons | Tikiti tamu | cantaloupe, muskmelon, sweetmelon | | kg, pieces 1.5 | 8 | 1-3 9-12 | | 12487
pawpaw | Pawpaws | Papai | papaya, mapapai, paw paw | solo papaya | kg, pieces 1 | 7 | 1-12 | | 13087
guava | Guavas | Pera | mapera | | kg, bags 50 | 5 | 1-3 6-8 | | 11392
apple | Apples | Epo | tofaa, matofaa | | kg, pieces 0.15 | 30 | 1-3 11-12 | | 541
pear | Pears | Peasi | mapeasi | | kg, pieces 0.15 | 21 | 1-4 | | 5645
plum | Plums | Plamu | maplamu | | kg | 8 | 1-3 11-12 | | 6028
peach | Peaches | Pichi | mapichi | | kg | 6 | 1-3 11-12 | | 5638
loquat | Loquats | Lokwati | malokwati | | kg | 5 | 7-10 | | 12246
strawberry | Strawberries | Stroberi | straw berry | | kg, trays 0.25 | 3 | 1-12 | | 7443
blackberry | Blackberries | Blackberries | black berry, raspberry | | kg, trays 0.25 | 3 | 1-3 9-12 | | 947
blueberry | Blueberries | Blueberries | blue berry | | kg, trays 0.125 | 10 | 1-12 | | 974
cape-gooseberry | Cape gooseberries | Nathi | gooseberry, goldenberry | | kg | 12 | 1-12 | | 26616
tree-tomato | Tree tomatoes | Nyanya ya mti | tamarillo, matunda damu | | kg, bags 50 | 12 | 1-12 | | 2077
grape | Grapes | Zabibu | | | kg | 7 | 1-3 | | 3359
pomegranate | Pomegranates | Komamanga | makomamanga | | kg, pieces 0.3 | 30 | 1-3 6-8 | | 13505
fig | Figs | Tini | | | kg | 4 | 1-3 | | 10840
jackfruit | Jackfruits | Fenesi | mafenesi, jack fruit | | pieces 8, kg | 7 | 1-4 7-9 | | 11864
soursop | Soursops | Stafeli | mastafeli | | kg, pieces 1 | 5 | 1-4 | | 452
custard-apple | Custard apples | Tomoko | matomoko | | kg, pieces 0.4 | 5 | 3-6 | |
dragon-fruit | Dragon fruits | Dragon fruit | dragonfruit, pitaya | | kg, pieces 0.4 | 10 | 1-4 11-12 | | 34616
coconut | Coconuts | Nazi | mnazi | madafu | pieces 1.2 | 60 | 1-12 | | 25470
date | Dates | Tende | | dried dates | kg | 270 | 5-8 | | 25475
tamarind | Tamarind | Ukwaju | mkwaju | | kg, bags 50 | 180 | 6-9 | | 7596
baobab | Baobab | Mabuyu | ubuyu, buyu | baobab fruit | kg, bags 50 | 180 | 5-9 | | 331478

# Root Crops
potato | Irish potatoes | Viazi | kiazi, waru, shangi, irish potato, viazi mbatata | dutch robijn, viazi mviringo | bags 50, kg | 30 | 1-2 6-9 12 | potato | 13551
sweet-potato | Sweet potatoes | Viazi vitamu | kiazi kitamu, ngwaci | orange sweet potato, orange fleshed sweet potato, white sweet potato, purple sweet potato | bags 90, kg | 14 | 1-12 | sweet-potato | 14729
cassava | Cassava | Muhogo | mihogo | cassava root | bags 90, kg | 4 | 1-12 | cassava | 9649
arrowroot | Arrowroots | Nduma | arrow root, taro | | kg, pieces 0.6 | 10 | 1-12 | arrowroot | 14791
yam | Yams | Kiazi kikuu | viazi vikuu, gikwa | | kg, pieces 3 | 60 | 1-12 | | 8478

# Dairy & eggs
milk | Milk | Maziwa | cow milk, cows milk, fresh milk, maziwa ya ng'ombe | maziwa freshi, maziwa mabichi | litres 1.03 | 2 | 1-12 | milk | 16080
goat-milk | Goat milk | Maziwa ya mbuzi | goats milk | | litres 1.03 | 2 | 1-12 | milk | 16083
camel-milk | Camel milk | Maziwa ya ngamia | camels milk | | litres 1.03 | 3 | 1-12 | milk | 16077
mala | Mala | Maziwa lala | fermented milk, sour milk, maziwa mala, mursik | mala milk | litres 1.03 | 10 | 1-12 | milk | 2023
yoghurt | Yoghurt | Yoghurt | yogurt | mala yoghurt | litres 1.05 | 20 | 1-12 | milk | 15463
cheese | Cheese | Jibini | | | kg | 60 | 1-12 | milk | 1507
butter | Butter | Siagi | | | kg | 60 | 1-12 | milk | 1162
ghee | Ghee | Samli | | cow ghee | kg, litres 0.91 | 180 | 1-12 | milk | 3254
egg | Eggs | Mayai | yai | kienyeji egg, layer egg, chicken egg, kuku egg, mayai ya kuku, mayai ya kienyeji, mayai kienyeji | trays 1.7, pieces 0.057 | 21 | 1-12 | eggs | 2502
quail-egg | Quail eggs | Mayai ya kware | | | trays 0.3, pieces 0.01 | 21 | 1-12 | eggs |

# Other
honey | Honey | Asali | | raw honey, acacia honey, asali mbichi | kg, litres 1.4 | 730 | 1-3 6-8 | honey | 3652
chicken | Chicken | Kuku | hen, cockerel, kienyeji chicken | kuku kienyeji, kuku wa kienyeji, broiler, kienyeji hen, improved kienyeji, chicken meat, nyama ya kuku | pieces 1.8, kg | 7 | 1-12 | | 1540
duck | Ducks | Bata | | nyama ya bata | pieces 2.5 | 7 | 1-12 | | 2406
turkey | Turkeys | Bata mzinga | | | pieces 7 | 7 | 1-12 | | 8016
guinea-fowl | Guinea fowls | Kanga | guineafowl | | pieces 1.3 | 7 | 1-12 | | 3425
quail | Quails | Kware | | | pieces 0.2 | 7 | 1-12 | |
rabbit | Rabbits | Sungura | | rabbit meat, nyama ya sungura | pieces 2, kg | 7 | 1-12 | | 6414
goat | Goats | Mbuzi | | goat meat, nyama ya mbuzi, dairy goat | pieces 30, kg | 14 | 1-12 | | 3324
sheep | Sheep | Kondoo | mutton, lamb | nyama ya kondoo | pieces 35, kg | 14 | 1-12 | | 7030
cattle | Cattle | Ng'ombe | cow, beef, nyama ya ng'ombe | heifer, bull, dairy cow | pieces 300, kg | 14 | 1-12 | | 1391
pig | Pigs | Nguruwe | pork | piglet, nyama ya nguruwe | pieces 80, kg | 14 | 1-12 | | 7555
tilapia | Tilapia | Ngege | | tilapia fish, samaki tilapia | kg, pieces 0.4 | 2 | 1-12 | |
nile-perch | Nile perch | Mbuta | | nile perch fish | kg | 2 | 1-12 | | 32324
catfish | Catfish | Kambare | cat fish, mumi | | kg, pieces 1 | 2 | 1-12 | | 35396
omena | Omena | Dagaa | silver cyprinid | omena fish | kg, bags 35 | 120 | 1-12 | | 40255
coffee | Coffee | Kahawa | | coffee bean, coffee cherry, ground coffee | bags 60, kg | 365 | 4-6 10-12 | coffee | 1731
tea | Tea | Majani chai | chai | tea leaves, purple tea, green tea, black tea, majani ya chai | kg | 365 | 1-12 | tea | 7634
sugarcane | Sugarcane | Miwa | sugar cane, muwa | | pieces 2, kg | 7 | 1-12 | | 7501
macadamia | Macadamia nuts | Makadamia | macadamia nut | | kg, bags 50 | 180 | 2-7 | | 12296
cashew | Cashew nuts | Korosho | cashewnut, cashew nut | | kg, bags 80 | 270 | 1-2 10-12 | | 9647
sunflower | Sunflower | Alizeti | | sunflower seed, sun flower | bags 50, kg | 270 | 1-2 7-9 | | 25507
sesame | Sesame | Simsim | ufuta, sim sim | sesame seed | bags 90, kg | 365 | 1-2 7-9 | | 14216
chia | Chia seeds | Chia | chia seed | | kg | 365 | 2-3 8-9 | |
cotton | Cotton | Pamba | | | kg, bags 50 | 365 | 1-3 7-9 | | 1926
sisal | Sisal | Mkonge | katani | | kg | 365 | 1-12 | | 7086
pyrethrum | Pyrethrum | Pareto | | | kg | 120 | 1-12 | | 1600
ginger | Ginger | Tangawizi | | | kg, bags 50 | 60 | 1-3 7-9 | | 11157
turmeric | Turmeric | Manjano | | turmeric powder | kg | 60 | 1-3 | | 15048
cardamom | Cardamom | Iliki | hiliki | | kg | 365 | 1-3 10-12 | | 9620
black-pepper | Black pepper | Pilipili manga | peppercorn | | kg | 365 | 1-3 | | 25495
vanilla | Vanilla | Vanila | vanilla bean | | kg | 365 | 1-3 6-8 | | 15126
hibiscus | Hibiscus | Rosela | roselle, hibiscus flower | | kg | 270 | 1-3 | | 6658
aloe-vera | Aloe vera | Shubiri | aloe | | kg, pieces 0.5 | 14 | 1-12 | | 24725
flower | Flowers | Maua | rose | | bunches 0.5, pieces 0.03 | 7 | 1-12 | | 16485
miraa | Miraa | Miraa | khat, muguka | | bunches 0.5, kg | 2 | 1-12 | | 1388
hay | Hay | Nyasi kavu | boma rhodes | hay bale, rhodes grass | pieces 15 | 180 | 1-3 7-9 | | 3508
napier | Napier grass | Nyasi za napier | napier | | kg, bags 30 | 3 | 1-12 | | 5677
lucerne | Lucerne | Lucerne | alfalfa | | kg, pieces 15 | 120 | 1-12 | | 4693
`;

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

function readCell(cell = '') {
  const parts = cell.split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '');
}

function readWords(cell: string | undefined) {
  return readCell(cell).map((name) => name.toLowerCase());
}

/** Empty if it is only the plural of the id's words. */
function englishName(english: string, words: string) {
  const name = english.toLowerCase().replace(/(?<=o|sh)es$|(?<!s)s$/, '');
  return english.toLowerCase().startsWith(words.replace(/y$/, '')) ? [] : [name];
}

function readPacking(text: string): Crop['packings'][number] {
  const [unit = '', weight = '1'] = text.split(' ');
  return { unit: oneOf(units, unit), weightKg: Number(weight) };
}

function readMonths(text: string) {
  const [from, to = from] = text.split('-').map(Number);
  return Array.from({ length: Number(to) - Number(from) + 1 }, (_, index) => Number(from) + index);
}

function oneOf<Name extends string>(names: readonly Name[], text: string): Name {
  const found = names.find((name) => name === text);
  if (!found) throw new Error(`The crop table says ${text}, which is none of ${names.join(', ')}`);
  return found;
}
