// Made from crops.ts by `npm run crops`.

/**
 * The pictures of crops (files in web/public/art/crops), and the words in a product’s name for
 * which each is shown.
 */
// biome-ignore format: one picture a line
export const drawnCrops: Record<string, string> = {
  arrowroot: 'arrowroot,nduma,arrow root',
  avocado: 'avocado,avokado,parachichi',
  banana: 'banana,ndizi,matoke',
  beans: 'bean,maharagwe,maharage,dolichos,njahi,lablab,mishiri,green gram,ndengu,pojo,soya,soybean',
  cabbage: 'cabbage,kabeji,kabichi',
  capsicum: 'capsicum,hoho,chilli,pilipili,chili',
  carrot: 'carrot,karoti',
  cassava: 'cassava,muhogo,mihogo',
  coffee: 'coffee,kahawa',
  eggs: 'egg,mayai,yai',
  honey: 'honey,asali',
  kale: 'nightshade,managu,mnavu,cowpea leaves,majani ya kunde,kunde leaves,kanzira,kansira,jute mallow,mrenda,murenda,kale,sukuma,pumpkin leaves,majani ya malenge,seveve,crotalaria,mitoo,miro,spider plant,saga,saget',
  lentils: 'lentil,kamande,dengu',
  maize: 'maize,mahindi,corn,popcorn,bisi',
  mango: 'mango,embe,maembe',
  milk: 'butter,siagi,cheese,jibini,ghee,samli,mala,milk,maziwa,yoghurt,yogurt',
  onion: 'onion,kitunguu,vitunguu,garlic,leek,liki',
  orange: 'grapefruit,balungi,mabalungi,lemon,limau,ndimu,orange,chungwa,machungwa,tangerine,chenza,machenza',
  'passion-fruit': 'karakara,passion',
  peas: 'chickpea,cowpea,kunde,pea,minji,njegere,mbaazi,mangetout,sugar snap',
  pineapple: 'pineapple,nanasi,mananasi',
  potato: 'potato,viazi,kiazi',
  rice: 'rice,mchele,mpunga',
  sorghum: 'millet,wimbi,uwele,mawele,sorghum,mtama',
  spinach: 'amaranth,mchicha,terere,spinach,spinachi,swiss chard,nderema',
  'sweet-potato': 'sweet potato,viazi vitamu,kiazi kitamu',
  tea: 'tea,chai',
  tomato: 'tomato,nyanya',
  watermelon: 'watermelon,tikiti maji,water melon',
  wheat: 'barley,shayiri,oat,wheat,ngano',
};
