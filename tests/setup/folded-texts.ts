/** Texts with their folded forms. The server's function and the database's must agree. */
export const foldedTexts: [typed: string, folded: string][] = [
  ['Maziwa ya NG’OMBE', 'maziwa ya ngombe'],
  ['ng`ombe ng´ombe ngʼombe ng‘ombe ng＇ombe ng′ombe', 'ngombe '.repeat(6).trim()],
  ['Café Gĩkũyũ', 'cafe gikuyu'],
  ['Cafe\u0301 Gi\u0303ku\u0303yu\u0303', 'cafe gikuyu'],
  ['ÎLE ŒUF ŊAŊ Đ', 'ile œuf ŋaŋ đ'],
  ['Trans‑Nzoia Taita–Taveta Elgeyo—Marakwet −5', 'trans nzoia taita taveta elgeyo marakwet 5'],
  ['\u202aNya\u200bnya\u202c\u2060 ﻿\u2066Soko\u2069\u00ad', 'nyanya soko'],
  ['１２ ｋｇ ½ ② ﬁsh', '12 kg 1 2 2 fish'],
  ['50% (fresh)\n\tA/B_c\\d', '50 fresh a b c d'],
  ['❤️ Mayai 🥚👍🏾 x', 'mayai x'],
  ['ቡና بُنّ 玉米', 'ቡና بن 玉米'],
  ['\u3164\u1160\u200b\u2800', ''],
];
