// The two people of the market scene, cut from paper: calm faces, good clothes, no caricature.

import { kaleBunch } from './market-goods.ts';
import { circle, ellipse, line, path, place } from './paper.ts';
import { kiondo } from './produce/produce-made.ts';

/** The seller, seen from the front down to the counter at y = 0, holding out a bunch of kale to the right. */
export function seller(): string {
  const dress =
    path('M-94 20C-100-36-94-80-66-94C-46-103-30-106 0-106C30-106 46-103 66-94C94-80 98-36 94 20Z', '#1f6b43') +
    path('M34-104C52-100 60-97 66-94C94-80 98-36 94 20H40C54-30 54-74 34-104Z', '#17553a');
  const apron =
    path('M-44 20L-48-56C-32-48 32-48 48-56L44 20Z', '#f2b134') +
    path('M20-50C30-51 40-53 48-56L44 20H16C24-4 26-30 20-50Z', '#d9962a') +
    line('M-47-55L-32-102M47-55L32-102', '#f2b134', 8);
  const collar = path('M-30-105C-22-84 22-84 30-105L22-109C14-94-14-94-22-109Z', '#f2b134');
  return dress + apron + collar + head() + offering();
}

/** Turned a little to the buyer: the features sit right of the middle. */
function head(): string {
  const skin = '#6f4229';
  const dark = '#53301d';
  const neck = path('M-19-126H19V-106C16-92-16-92-19-106Z', dark);
  const face =
    path('M-37-176C-40-146-27-118 2-112C30-118 39-148 37-176C36-208-36-208-37-176Z', skin) +
    path('M-37-176C-40-146-27-118 2-112C-14-124-24-146-22-178Z', dark, 'opacity=".55"');
  const ears = ellipse([-38, -158], [5, 10], dark) + circle(-39, -143, 4.5, '#f2b134') + circle(38, -145, 3.5, '#f2b134');
  const eyes =
    ellipse([-9, -163], [4.4, 5.2], '#23130b') +
    ellipse([22, -163], [4, 5.2], '#23130b') +
    circle(-7, -165, 1.4, '#fff') +
    circle(24, -165, 1.4, '#fff') +
    line('M-17-166C-12-171-6-171-1-166M15-166C19-171 26-171 30-166', '#2b1810', 2.4);
  const brows = line('M-20-177C-14-183-6-183-1-180M14-180C19-183 27-183 32-178', '#2b1810', 2.6);
  const nose = line('M9-164C10-156 14-151 15-147C12-143 6-143 3-145', dark, 3);
  const mouth =
    path('M-9-137C0-133 16-133 25-137C21-121-4-121-9-137Z', '#8f3d33') +
    path('M-6-135.5C0-132 16-132 22-135.5C19-128-2-128-6-135.5Z', '#fdf6e6');
  const cheeks =
    ellipse([-17, -147], [7, 4.5], '#a85a3a', 'opacity=".35"') + ellipse([29, -147], [5, 4.5], '#a85a3a', 'opacity=".35"');
  const wrap =
    path('M-43-172C-52-222-22-240 4-238C34-236 51-214 43-172C32-190 16-193 2-193C-14-193-32-190-43-172Z', '#a8432f') +
    path('M-43-172C-52-222-22-240 4-238C-22-226-34-206-30-184C-36-181-40-177-43-172Z', '#86321f') +
    line('M-41-188C-22-206 12-212 40-196M-36-208C-18-223 12-228 34-215', '#f2b134', 5) +
    path('M-2-233C-20-250-2-272 18-268C38-265 46-246 32-234C22-228 8-228-2-233Z', '#c05a42') +
    path('M-2-233C14-236 26-246 24-267C42-260 45-244 32-234C22-228 8-228-2-233Z', '#a8432f');
  return neck + ears + face + cheeks + eyes + brows + nose + mouth + wrap;
}

function offering(): string {
  const hand =
    path(
      'M134-66C146-72 150-84 160-88C168-90 170-82 166-76C176-80 184-76 182-69C186-66 185-60 180-58C180-52 174-48 166-48C156-46 146-46 138-48Z',
      '#6f4229',
    ) + line('M164-70L178-68M164-61L178-59', '#53301d', 2.4);
  const arm =
    path('M54-88C78-90 92-66 104-52C114-54 126-62 134-68L144-44C124-28 98-20 84-32C70-44 58-60 50-74Z', '#237a4c') +
    path('M50-74C60-56 84-46 100-44C118-44 132-52 141-56L144-44C124-28 98-20 84-32C70-44 58-60 50-74Z', '#17553a') +
    line('M132-68L143-44', '#f2b134', 5);
  return place({ x: 160, y: -62, scale: 0.84, turn: 6 }, kaleBunch()) + arm + hand;
}

/** The buyer, in profile to the left; the origin is the foot of the picture below him. */
export function buyer(): string {
  const coat =
    path('M-64 0C-72-90-78-186-58-228C-46-254-12-262 24-260C66-256 90-230 96-188C104-128 102-60 100 0Z', '#a8432f') +
    path('M44-258C74-250 90-226 96-188C104-128 102-60 100 0H48C68-80 70-186 44-258Z', '#86321f');
  const collar = path('M-22-268C-8-250 14-252 28-270L36-256C20-236-16-236-32-254Z', '#7d2c1b');
  const strap =
    line('M-44-240C0-190 44-120 74-62', '#e3c68d', 8) +
    line('M-44-240C0-190 44-120 74-62', '#1f6b43', 3, 'stroke-dasharray="6 9"');
  return profile() + coat + collar + strap + place({ x: 92, y: -42, scale: 1.15 }, kiondo()) + reachingArm();
}

function profile(): string {
  const skin = '#85532f';
  const dark = '#653d20';
  const neck = path('M-16-300L24-306L28-258C12-244-16-246-24-260Z', dark);
  const face = path(
    'M-32-388C-12-404 32-402 44-372C54-348 44-316 26-300C12-288-14-284-27-289C-35-292-37-298-35-304C-39-306-41-310-39-313C-43-316-43-320-40-322C-48-324-51-328-47-334C-43-342-39-346-39-354C-39-366-40-378-32-388Z',
    skin,
  );
  const jaw = path(
    'M44-350C44-322 30-304 8-296C-6-291-20-289-30-291C-18-283 12-287 26-300C38-311 48-332 44-350Z',
    dark,
    'opacity=".6"',
  );
  const hair = path(
    'M-35-374C-38-398-14-412 12-409C42-404 58-380 51-350C48-336 42-326 36-320C33-334 30-344 25-350C21-358 14-366 10-377C-8-374-24-379-35-374Z',
    '#1f1510',
  );
  const ear = ellipse([19, -338], [8, 12], skin) + line('M18-345C24-344 24-334 18-332', dark, 3);
  const features =
    line('M-35-354C-31-358-24-358-19-354', '#1f1510', 3.6) +
    ellipse([-29, -342], [3, 4.8], '#1f1510') +
    line('M-35-346C-31-350-26-350-21-346', '#1f1510', 2.4) +
    line('M-39-313C-34-312-28-312-23-317', '#55231c', 2.6);
  return neck + face + jaw + hair + ear + features;
}

/** The near arm, bent at the elbow, its open hand held out for the bunch. */
function reachingArm(): string {
  const sleeve =
    path(
      'M-22-236C-2-222-4-186-20-156C-28-138-44-128-58-134C-76-148-92-172-102-194L-78-212C-70-198-60-190-52-188C-48-206-42-228-22-236Z',
      '#bb543d',
    ) + path('M-102-194C-92-172-76-148-58-134C-44-128-28-138-20-156C-30-150-44-150-54-156C-70-166-82-184-90-203Z', '#8f3826');
  const cuff = line('M-104-196L-78-214', '#7d2c1b', 6);
  const hand =
    path(
      'M-103-193C-116-197-134-204-146-213C-157-220-167-229-164-235C-160-240-150-234-141-228C-135-225-129-223-125-223C-129-233-130-245-124-249C-117-251-114-240-110-232C-104-224-92-216-80-213Z',
      '#85532f',
    ) + line('M-150-219C-143-214-136-210-130-208M-125-223C-121-221-117-218-115-215', '#653d20', 2.4);
  return sleeve + hand + cuff;
}
