/*
 * The crops and animal products of Kenya, one per line. We wrote the table from how farmers and
 * markets speak and pack; nothing was copied from another list. `npm run crops` generates
 * drawn-crops.ts from it, with the few words that a browser needs.
 *
 * id: the English name in the singular, with hyphens; its words are one of the crop's names.
 * other names: English, Swahili as it is spoken in Kenya, local names and common spellings. A
 * search finds a crop by any of them. English plurals that end in s are left out.
 * said: varieties and other words that identify the crop in a product's name. A search for one of
 * these means the variety, not all products of the crop.
 * units: how it is usually sold, with the usual weight of each unit in kg, from common knowledge
 * and rounded: a bag of maize weighs 90 kg by custom, a bunch of bananas anything from 10 to 35.
 * Good enough for comparing and for a suggestion, not for weighing.
 * days: how long it usually keeps after the harvest, cool and dry but without a cold store.
 * months: when most of the country harvests it.
 * picture: the file in web/public/art/crops, if there is one.
 */
export const cropTable = `
id | English | Swahili | other names | said | units | days | months | picture

# Cereals
maize | Maize | Mahindi | corn | white maize, yellow maize, mahindi makavu | bags 90 | 270 | 1-2 8-12 | maize
green-maize | Green maize | Mahindi mabichi | mahindi ya kuchoma | boiling maize, maize cob, green maize cob, fresh maize | pieces 0.3, bags 100 | 5 | 5-8 12 | maize
baby-corn | Baby corn | Mahindi machanga | babycorn | | kg, trays 0.25 | 5 | 1-12 |
popcorn | Popcorn | Bisi | popping corn | popcorn maize | bags 90 | 270 | 8-11 | maize
wheat | Wheat | Ngano | | | bags 90 | 270 | 1-2 8-11 | wheat
rice | Rice | Mchele | mpunga, wali, paddy | pishori, basmati, sindano, komboka, brown rice | bags 50 | 270 | 1 6-7 11-12 | rice
sorghum | Sorghum | Mtama | | red sorghum, white sorghum, gadam | bags 90 | 270 | 2-3 7-8 | sorghum
millet | Finger millet | Wimbi | | | bags 90 | 365 | 1-2 7-9 | sorghum
pearl-millet | Pearl millet | Uwele | mawele, bulrush millet | | bags 90 | 270 | 2-3 7-8 | sorghum
barley | Barley | Shayiri | | | bags 90 | 270 | 1-2 8-10 | wheat
oat | Oats | Oats | | | bags 50 | 270 | 8-10 | wheat

# Legumes
bean | Beans | Maharagwe | maharage | rosecoco, rose coco, nyayo, wairimu, mwitemania, yellow bean, red bean, kidney bean, dry bean, nyota bean | bags 90 | 270 | 1-2 6-8 12 | beans
french-bean | French beans | Mishiri | green bean, string bean, fine bean | extra fine bean | kg, crates 3 | 5 | 1-12 | beans
green-gram | Green grams | Ndengu | pojo, mung bean | | bags 90 | 270 | 1-3 7-8 | beans
dolichos | Dolichos | Njahi | lablab, black bean, dolichos bean | | bags 90 | 270 | 2-3 7-9 | beans
soya | Soybeans | Soya | soya bean, soybean | | bags 90 | 270 | 1 7-9 | beans
lentil | Lentils | Kamande | dengu | brown lentil, red lentil | bags 90 | 365 | 2-3 8-9 | lentils
pea | Garden peas | Njegere | minji, green pea | | bags 50 | 5 | 1-2 6-8 | peas
snow-pea | Snow peas | Snow peas | mangetout, mange tout | | kg, crates 3 | 5 | 1-12 | peas
sugar-snap | Sugar snaps | Sugar snaps | sugar snap pea, snap pea | | kg, crates 3 | 5 | 1-12 | peas
pigeon-pea | Pigeon peas | Mbaazi | | | bags 90 | 270 | 7-10 | peas
cowpea | Cowpeas | Kunde | cow pea, black eyed pea | | bags 90 | 270 | 1-3 7-8 | peas
chickpea | Chickpeas | Chickpeas | chick pea, garbanzo | | bags 90 | 270 | 1-2 | peas
groundnut | Groundnuts | Njugu | karanga, peanut, njugu karanga, ground nut | | bags 90 | 180 | 1 7-8 |
bambara-nut | Bambara nuts | Njugu mawe | bambara groundnut | | bags 90 | 270 | 1 7-8 |

# Vegetables
tomato | Tomatoes | Nyanya | | anna f1, money maker, cal j, roma, rambo | crates 64, kg | 10 | 1-3 6-9 12 | tomato
cherry-tomato | Cherry tomatoes | Nyanya ndogo | | | kg, trays 0.25 | 8 | 1-12 | tomato
onion | Bulb onions | Kitunguu | vitunguu, bulb onion | red creole, jambar, red onion, white onion, vitunguu maji, kitunguu maji | bags 13, kg | 90 | 1-3 7-9 | onion
spring-onion | Spring onions | Vitunguu majani | green onion, kitunguu majani | | bunches 0.5, kg | 6 | 1-12 | onion
garlic | Garlic | Kitunguu saumu | vitunguu saumu, saumu, kitunguu thomu | | kg, bags 50 | 120 | 1-2 7-9 | onion
leek | Leeks | Liki | | | kg, bunches 0.5 | 10 | 1-12 | onion
cabbage | Cabbages | Kabichi | kabeji, kabich | gloria f1, white cabbage | pieces 2.5, bags 90 | 18 | 1-12 | cabbage
red-cabbage | Red cabbages | Kabichi nyekundu | purple cabbage | | pieces 1.5, kg | 20 | 1-12 | cabbage
chinese-cabbage | Chinese cabbages | Kabichi ya Kichina | pak choi, bok choy | | pieces 1, kg | 7 | 1-12 | cabbage
kale | Kale | Sukuma wiki | sukuma, collard, skuma wiki, skuma | thousand headed kale, collard green | bunches 0.5, bags 50, kg | 4 | 1-12 | kale
nightshade | African nightshade | Managu | mnavu, osuga, black nightshade | managu leaves | bunches 0.5, kg | 3 | 1-12 | kale
spider-plant | Spider plant | Saga | saget, sagaa, dek, chinsaga, isaga | saga leaves | bunches 0.5, kg | 3 | 1-12 | kale
amaranth | Amaranth | Mchicha | terere, dodo, amaranthus | terere leaves | bunches 0.5, kg | 3 | 1-12 | spinach
cowpea-leaves | Cowpea leaves | Majani ya kunde | kunde leaves, cow pea leaves, kunde majani | mboga ya kunde | bunches 0.5, kg | 3 | 1-12 | kale
pumpkin-leaves | Pumpkin leaves | Majani ya malenge | seveve, majani ya maboga, susa | | bunches 0.5, kg | 3 | 1-12 | kale
jute-mallow | Jute mallow | Mrenda | murenda, mutere, mlenda, apoth | | bunches 0.5, kg | 3 | 1-12 | kale
crotalaria | Slender leaf | Mitoo | miro, mito, slenderleaf | | bunches 0.5, kg | 3 | 1-12 | kale
ethiopian-kale | Ethiopian kale | Kanzira | kansira, kandhira | | bunches 0.5, kg | 4 | 1-12 | kale
vine-spinach | Vine spinach | Nderema | malabar spinach, enderema | | bunches 0.5, kg | 4 | 1-12 | spinach
spinach | Spinach | Spinachi | swiss chard, spinachy | swiss chard spinach, fordhook | bunches 0.5, kg | 4 | 1-12 | spinach
stinging-nettle | Stinging nettle | Thabai | nettle, hatha | | bunches 0.5, kg | 3 | 4-6 10-12 |
lettuce | Lettuce | Saladi | letas | iceberg | pieces 0.4, kg | 6 | 1-12 |
cauliflower | Cauliflower | Koliflawa | cauli flower, koliflower | | pieces 1, kg | 8 | 1-12 |
broccoli | Broccoli | Brokoli | brocoli | | pieces 0.5, kg | 5 | 1-12 |
carrot | Carrots | Karoti | | nantes | bags 90, kg | 21 | 1-12 | carrot
beetroot | Beetroot | Kiazi sukari | beet root, biti | | kg, bunches 1, bags 50 | 21 | 1-12 |
radish | Radishes | Figili | | | bunches 0.4, kg | 8 | 1-12 |
turnip | Turnips | Turnips | | | kg, bunches 1 | 20 | 1-12 |
capsicum | Capsicums | Pilipili hoho | hoho, bell pepper, sweet pepper, green pepper | | bags 50, kg | 10 | 1-12 | capsicum
chilli | Chillies | Pilipili | chili, pilipili kali, hot pepper | bird eye chilli, birds eye chilli, african bird eye, pilipili kichaa | kg, bags 30 | 12 | 1-12 | capsicum
aubergine | Aubergines | Biringanya | eggplant, egg plant, brinjal | | kg, pieces 0.3, bags 50 | 10 | 1-12 |
african-eggplant | African eggplants | Nyanya chungu | ngogwe, garden egg, bitter tomato | | kg | 10 | 1-12 |
okra | Okra | Bamia | ladies finger, lady finger | | kg | 5 | 1-12 |
cucumber | Cucumbers | Tango | matango | | pieces 0.4, kg | 8 | 1-12 |
courgette | Courgettes | Mumunye | zucchini, baby marrow | | kg, pieces 0.25 | 8 | 1-12 |
pumpkin | Pumpkins | Malenge | boga, maboga, lenge | | pieces 4, kg | 90 | 1-2 6-8 |
butternut | Butternuts | Butternut | butternut squash | waltham | pieces 1, kg | 90 | 1-2 6-8 |
karela | Bitter gourds | Karela | bitter gourd, bitter melon | | kg | 6 | 1-12 |
celery | Celery | Selari | | | bunches 0.5, kg | 8 | 1-12 |
parsley | Parsley | Kotimiri | | | bunches 0.1, kg | 5 | 1-12 |
coriander | Coriander | Dhania | giligilani, danya, cilantro | | bunches 0.1, kg | 4 | 1-12 |
mint | Mint | Nanaa | | peppermint | bunches 0.1, kg | 5 | 1-12 |
basil | Basil | Rehani | | | bunches 0.1, kg | 5 | 1-12 |
rosemary | Rosemary | Rosemary | | | bunches 0.1, kg | 10 | 1-12 |
lemongrass | Lemongrass | Mchaichai | lemon grass | | bunches 0.3, kg | 14 | 1-12 |
asparagus | Asparagus | Asparagus | | | bunches 0.3, kg | 5 | 1-12 |
mushroom | Mushrooms | Uyoga | | button mushroom, oyster mushroom | kg, trays 0.25 | 5 | 1-12 |
moringa | Moringa | Mlonge | mronge | moringa powder, moringa leaves | kg | 180 | 1-12 |

# Fruits
avocado | Avocados | Parachichi | maparachichi, ovacado | hass, fuerte, jumbo avocado | pieces 0.25, bags 90, crates 4 | 10 | 2-9 | avocado
banana | Bananas | Ndizi | matoke, plantain | cooking banana, sweet banana, ndizi kisukari | bunches 20, kg | 8 | 1-12 | banana
mango | Mangoes | Embe | maembe | apple mango, ngowe, dodo mango, kent mango, tommy mango | pieces 0.35, bags 90, crates 4 | 8 | 1-4 11-12 | mango
orange | Oranges | Chungwa | machungwa | washington orange, valencia | kg, bags 90, pieces 0.2 | 21 | 1-2 6-9 | orange
tangerine | Tangerines | Chenza | machenza, mandarin | pixie, pixie orange | kg, bags 90 | 14 | 6-9 | orange
lemon | Lemons | Limau | ndimu, lime, malimau | lemon and lime | kg, pieces 0.1, bags 90 | 21 | 1-12 | orange
grapefruit | Grapefruits | Balungi | mabalungi, grape fruit | | kg, pieces 0.4 | 21 | 6-9 | orange
passion-fruit | Passion fruits | Karakara | passion, matunda ya pesheni, pasheni | purple passion, yellow passion | bags 57, kg | 12 | 1-3 6-9 | passion-fruit
pineapple | Pineapples | Nanasi | mananasi | smooth cayenne | pieces 1.5, kg | 8 | 1-4 10-12 | pineapple
watermelon | Watermelons | Tikiti maji | water melon, tikiti, matikiti, matikiti maji, melon | sukari f1 | kg, pieces 6 | 15 | 1-3 9-12 | watermelon
sweet-melon | Sweet melons | Tikiti tamu | cantaloupe, muskmelon, sweetmelon | | kg, pieces 1.5 | 8 | 1-3 9-12 |
pawpaw | Pawpaws | Papai | papaya, mapapai, paw paw | solo papaya | kg, pieces 1 | 7 | 1-12 |
guava | Guavas | Pera | mapera | | kg, bags 50 | 5 | 1-3 6-8 |
apple | Apples | Tofaa | matofaa, epo | | kg, pieces 0.15 | 30 | 1-3 11-12 |
pear | Pears | Peasi | mapeasi | | kg, pieces 0.15 | 21 | 1-4 |
plum | Plums | Plamu | maplamu | | kg | 8 | 1-3 11-12 |
peach | Peaches | Pichi | mapichi | | kg | 6 | 1-3 11-12 |
loquat | Loquats | Lokwati | malokwati | | kg | 5 | 7-10 |
strawberry | Strawberries | Stroberi | straw berry | | kg, trays 0.25 | 3 | 1-12 |
blackberry | Blackberries | Blackberries | black berry, raspberry | | kg, trays 0.25 | 3 | 1-3 9-12 |
blueberry | Blueberries | Blueberries | blue berry | | kg, trays 0.125 | 10 | 1-12 |
cape-gooseberry | Cape gooseberries | Nathi | gooseberry, goldenberry | | kg | 12 | 1-12 |
tree-tomato | Tree tomatoes | Nyanya ya mti | tamarillo, matunda damu | | kg, bags 50 | 12 | 1-12 |
grape | Grapes | Zabibu | | | kg | 7 | 1-3 |
pomegranate | Pomegranates | Komamanga | makomamanga | | kg, pieces 0.3 | 30 | 1-3 6-8 |
fig | Figs | Tini | | | kg | 4 | 1-3 |
jackfruit | Jackfruits | Fenesi | mafenesi, jack fruit | | pieces 8, kg | 7 | 1-4 7-9 |
soursop | Soursops | Stafeli | mastafeli | | kg, pieces 1 | 5 | 1-4 |
custard-apple | Custard apples | Tomoko | matomoko | | kg, pieces 0.4 | 5 | 3-6 |
dragon-fruit | Dragon fruits | Dragon fruit | dragonfruit, pitaya | | kg, pieces 0.4 | 10 | 1-4 11-12 |
coconut | Coconuts | Nazi | mnazi | madafu | pieces 1.2 | 60 | 1-12 |
date | Dates | Tende | | dried dates | kg | 270 | 5-8 |
tamarind | Tamarind | Ukwaju | mkwaju | | kg, bags 50 | 180 | 6-9 |
baobab | Baobab | Mabuyu | ubuyu, buyu | baobab fruit | kg, bags 50 | 180 | 5-9 |

# Root Crops
potato | Irish potatoes | Viazi | kiazi, waru, shangi, irish potato, viazi mbatata | dutch robijn, viazi mviringo | bags 50, kg | 30 | 1-2 6-9 12 | potato
sweet-potato | Sweet potatoes | Viazi vitamu | kiazi kitamu, ngwaci | orange sweet potato, orange fleshed sweet potato, white sweet potato, purple sweet potato | bags 90, kg | 14 | 1-12 | sweet-potato
cassava | Cassava | Muhogo | mihogo | cassava root | bags 90, kg | 4 | 1-12 | cassava
arrowroot | Arrowroots | Nduma | arrow root, taro | | kg, pieces 0.6 | 10 | 1-12 | arrowroot
yam | Yams | Kiazi kikuu | viazi vikuu, gikwa | | kg, pieces 3 | 60 | 1-12 |

# Dairy & eggs
milk | Milk | Maziwa | cow milk, cows milk, fresh milk, maziwa ya ng'ombe | maziwa freshi, maziwa mabichi | litres 1.03 | 2 | 1-12 | milk
goat-milk | Goat milk | Maziwa ya mbuzi | goats milk | | litres 1.03 | 2 | 1-12 | milk
camel-milk | Camel milk | Maziwa ya ngamia | camels milk | | litres 1.03 | 3 | 1-12 | milk
mala | Mala | Maziwa lala | fermented milk, sour milk, maziwa mala, mursik | mala milk | litres 1.03 | 10 | 1-12 | milk
yoghurt | Yoghurt | Yoghurt | yogurt | mala yoghurt | litres 1.05 | 20 | 1-12 | milk
cheese | Cheese | Jibini | | | kg | 60 | 1-12 | milk
butter | Butter | Siagi | | | kg | 60 | 1-12 | milk
ghee | Ghee | Samli | | cow ghee | kg, litres 0.91 | 180 | 1-12 | milk
egg | Eggs | Mayai | yai | kienyeji egg, layer egg, chicken egg, kuku egg, mayai ya kuku, mayai ya kienyeji, mayai kienyeji | trays 1.7, pieces 0.057 | 21 | 1-12 | eggs
quail-egg | Quail eggs | Mayai ya kware | | | trays 0.3, pieces 0.01 | 21 | 1-12 | eggs

# Other
honey | Honey | Asali | | raw honey, acacia honey, asali mbichi | kg, litres 1.4 | 730 | 1-3 6-8 | honey
chicken | Chicken | Kuku | hen, cockerel, kienyeji chicken | kuku kienyeji, kuku wa kienyeji, broiler, kienyeji hen, improved kienyeji, chicken meat, nyama ya kuku | pieces 1.8, kg | 3 | 1-12 |
duck | Ducks | Bata | | nyama ya bata | pieces 2.5 | 3 | 1-12 |
turkey | Turkeys | Bata mzinga | | | pieces 7 | 3 | 1-12 |
guinea-fowl | Guinea fowls | Kanga | guineafowl | | pieces 1.3 | 3 | 1-12 |
quail | Quails | Kware | | | pieces 0.2 | 3 | 1-12 |
rabbit | Rabbits | Sungura | | rabbit meat, nyama ya sungura | pieces 2, kg | 3 | 1-12 |
goat | Goats | Mbuzi | | goat meat, nyama ya mbuzi, dairy goat | pieces 30, kg | 3 | 1-12 |
sheep | Sheep | Kondoo | mutton, lamb | nyama ya kondoo | pieces 35, kg | 3 | 1-12 |
cattle | Cattle | Ng'ombe | cow, beef, nyama ya ng'ombe | heifer, bull, dairy cow | pieces 300, kg | 3 | 1-12 |
pig | Pigs | Nguruwe | pork | piglet, nyama ya nguruwe | pieces 80, kg | 3 | 1-12 |
tilapia | Tilapia | Ngege | | tilapia fish, samaki tilapia | kg, pieces 0.4 | 2 | 1-12 |
nile-perch | Nile perch | Mbuta | | nile perch fish | kg | 2 | 1-12 |
catfish | Catfish | Kambare | cat fish, mumi | | kg, pieces 1 | 2 | 1-12 |
omena | Omena | Dagaa | silver cyprinid | omena fish | kg, bags 35 | 120 | 1-12 |
coffee | Coffee | Kahawa | | coffee bean, coffee cherry, ground coffee | bags 60, kg | 365 | 4-6 10-12 | coffee
tea | Tea | Majani chai | chai | tea leaves, purple tea, green tea, black tea, majani ya chai | kg | 365 | 1-12 | tea
sugarcane | Sugarcane | Miwa | sugar cane, muwa | | pieces 2, kg | 7 | 1-12 |
macadamia | Macadamia nuts | Makadamia | macadamia nut | | kg, bags 50 | 180 | 2-7 |
cashew | Cashew nuts | Korosho | cashewnut, cashew nut | | kg, bags 80 | 270 | 1-2 10-12 |
sunflower | Sunflower | Alizeti | | sunflower seed, sun flower | bags 50, kg | 270 | 1-2 7-9 |
sesame | Sesame | Simsim | ufuta, sim sim | sesame seed | bags 90, kg | 365 | 1-2 7-9 |
chia | Chia seeds | Chia | chia seed | | kg | 365 | 2-3 8-9 |
cotton | Cotton | Pamba | | | kg, bags 50 | 365 | 1-3 7-9 |
sisal | Sisal | Mkonge | katani | | kg | 365 | 1-12 |
pyrethrum | Pyrethrum | Pareto | | | kg | 120 | 1-12 |
ginger | Ginger | Tangawizi | | | kg, bags 50 | 60 | 1-3 7-9 |
turmeric | Turmeric | Manjano | | turmeric powder | kg | 60 | 1-3 |
cardamom | Cardamom | Iliki | hiliki | | kg | 365 | 1-3 10-12 |
black-pepper | Black pepper | Pilipili manga | peppercorn | | kg | 365 | 1-3 |
vanilla | Vanilla | Vanila | vanilla bean | | kg | 365 | 1-3 6-8 |
hibiscus | Hibiscus | Rosela | roselle, hibiscus flower | | kg | 270 | 1-3 |
aloe-vera | Aloe vera | Shubiri | aloe | | kg, pieces 0.5 | 14 | 1-12 |
flower | Flowers | Maua | rose | | bunches 0.5, pieces 0.03 | 7 | 1-12 |
miraa | Miraa | Miraa | khat, muguka | | bunches 0.5, kg | 2 | 1-12 |
hay | Hay | Nyasi kavu | boma rhodes | hay bale, rhodes grass | pieces 15 | 180 | 1-3 7-9 |
napier | Napier grass | Nyasi za napier | napier | | kg, bags 30 | 3 | 1-12 |
lucerne | Lucerne | Lucerne | alfalfa | | kg, pieces 15 | 120 | 1-12 |
`;
