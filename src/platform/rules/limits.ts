/**
 * Every number of the business, with its unit. Sources: the product specification (§5, §9) unless said otherwise.
 * More than 300 lines, so that there is one place to look a limit up.
 */

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;
const DAY_SECONDS = 24 * HOUR_SECONDS;

// One-time codes
export const OTP_LENGTH = 6;
export const OTP_VALIDITY_SECONDS = 600;
/** Wrong tries that one code allows; after them it is void. */
export const OTP_ATTEMPTS_PER_CODE = 5;
/** Wrong tries of one account and purpose in a day, over all codes. */
export const OTP_ATTEMPTS_PER_DAY = 20;
/** Of those, how many may come from another address than the one that asked for the code; the rest are kept for the owner. */
export const OTP_ATTEMPTS_FROM_ELSEWHERE = 5;
/** Of the owner's tries, how many may come at any pace; the rest at most one an hour, so that an owner is never locked out for long. */
export const OTP_ATTEMPTS_UNPACED = 10;
export const OTP_PACED_ATTEMPT_SECONDS = HOUR_SECONDS;
export const OTP_BUDGET_SECONDS = DAY_SECONDS;
/** Between two codes for one email and purpose. */
export const OTP_INTERVAL_SECONDS = 60;
export const OTP_MAILS_PER_HOUR = 10;
/** Of those, how many may be for password resets, which a stranger can ask for; the rest are kept for the owner's login codes. */
export const OTP_RESET_MAILS_PER_HOUR = 7;
export const OTP_MAIL_WINDOW_SECONDS = HOUR_SECONDS;
/** Sign-ups, and mails to emails without a verified account, are counted for this long. */
export const NEWCOMER_WINDOW_SECONDS = HOUR_SECONDS;
/** A challenge to somebody without an account: some 130,000 hashes, one to three seconds of a phone, and the time to answer it. */
export const PROOF_OF_WORK_BITS = 17;
export const PROOF_OF_WORK_SECONDS = 10 * MINUTE_SECONDS;
/** How long after the right password a login code may be asked for. */
export const LOGIN_PASS_SECONDS = 10 * MINUTE_SECONDS;
/** How long a verified signup code entitles to a farmer account. */
export const SIGNUP_PROOF_SECONDS = 30 * MINUTE_SECONDS;
/** A signup whose email is not verified is deleted after this. */
export const UNVERIFIED_SIGNUP_SECONDS = 7 * DAY_SECONDS;

// Data exports
export const DATA_EXPORTS_PER_HOUR = 5;

// Devices that have logged in before
export const DEVICE_TOKEN_LENGTH = 43;
/** A device without a login for this long is forgotten. */
export const KNOWN_DEVICE_SECONDS = 180 * DAY_SECONDS;

// Sessions: an absolute end, and an earlier one when they are idle.
export const SESSION_SECONDS = 12 * HOUR_SECONDS;
export const SESSION_IDLE_SECONDS = 4 * HOUR_SECONDS;
export const REMEMBERED_SESSION_SECONDS = 30 * DAY_SECONDS;
export const REMEMBERED_SESSION_IDLE_SECONDS = 14 * DAY_SECONDS;

// Links that log a farmer in on a phone
export const PHONE_LINK_SECONDS = MINUTE_SECONDS;
export const PHONE_LINK_TOKEN_LENGTH = 43;
/** A new one is shown whenever the last has ended, so that an open dialog may ask for many. */
export const PHONE_LINKS_PER_HOUR = 60;
/** Links that one address may open, right or wrong; many phones share an address. */
export const PHONE_LINKS_OPENED_PER_MINUTE = 30;

// Accounts
export const NAME_MIN = 2;
export const NAME_MAX = 60;
export const EMAIL_MAX = 254;
export const NATIONAL_ID_INPUT_MAX = 20;
export const PASSWORD_MIN = 8;
export const LOGIN_PASSWORD_MIN = 6;
/** Long enough for any passphrase, short enough to be hashed cheaply. */
export const PASSWORD_MAX = 256;
export const BUSINESS_NAME_MAX = 140;
export const ADDRESS_MAX = 300;
export const CITY_MAX = 80;

// Farms and places
export const COVERAGE_RADIUS_MIN_METRES = 200;
export const COVERAGE_RADIUS_MAX_METRES = 25_000;
export const COVERAGE_RADIUS_STEP_METRES = 100;
export const COVERAGE_RADIUS_DEFAULT_METRES = 500;
/** How far the pin may be from the GPS fix. */
export const PROXIMITY_RADIUS_METRES = 500;
/** Beyond this an adjustment is called 'acceptable' rather than exact. */
export const ADJUSTMENT_NOTICE_METRES = 50;
/** A worse fix than this brings a warning (§5). */
export const LOW_ACCURACY_METRES = 100;
/** No phone measures better than this, so a smaller figure is made up. */
export const PLAUSIBLE_ACCURACY_METRES = 0.5;
/** How many farms may have the same fix to the last digit: two may by chance, more were not measured. */
export const FARMS_OF_ONE_FIX_MAX = 2;
/** The speed of an airliner. */
export const PLAUSIBLE_SPEED_METRES_PER_SECOND = 250;
/** A farmer who names a county this far from the pin is asked whether that is right. */
export const COUNTY_DOUBT_METRES = 10_000;
/** An address this far from the pin that it was written for is asked about. */
export const ADDRESS_DOUBT_METRES = 2000;
/** Anything worse is the network's guess rather than a position. */
export const ACCURACY_MAX_METRES = 100_000;
export const GPS_FIX_MAX_AGE_SECONDS = 30 * MINUTE_SECONDS;
export const GPS_TIMEOUT_MILLISECONDS = 15_000;
export const KENYA_BOUNDS = { south: -5, north: 5, west: 34, east: 42 } as const;
/** Beyond every county's outline by more than this is outside Kenya; border towns stand on the line, and the outlines are off by up to 340 m. */
export const BORDER_TOLERANCE_METRES = 2000;
/** A town this near names a position; beyond it the nearest ward does. */
export const NEAR_TOWN_METRES = 5000;
export const MAP_CENTRE = { latitude: -0.0236, longitude: 37.9062 } as const;
export const MAP_ZOOM = 6;
export const MAP_ZOOM_AFTER_GPS = 16;
export const MAP_ZOOM_AFTER_SEARCH = 15;
export const PLACE_NAME_MAX = 80;
export const FARM_NAME_MAX = 80;
export const PLACE_SEARCH_RESULTS_MAX = 5;
export const PLACE_QUERY_MAX = 100;

// Timings on the screen
export const SLIDE_INTERVAL_MILLISECONDS = 5000;
export const SIGNUP_REDIRECT_MILLISECONDS = 2000;
export const LOGOUT_REDIRECT_MILLISECONDS = 1000;
export const SESSION_EXPIRED_REDIRECT_MILLISECONDS = 2000;
export const TOAST_MILLISECONDS = 4000;

// Requests
export const BODY_MAX_BYTES = 1024 * 1024;
export const RPC_BATCH_MAX = 10;
/** What one client address may ask of each server process in a second, in plain queries; several hundred phones may share one address. */
export const READS_PER_SECOND_DEFAULT = 300;
/** What dearer questions cost, in plain queries (2 to 3 ms of the processor): a page that is rendered, a price's picture, a line of a cart. */
export const READ_COST = { page: 30, picture: 100, cartLine: 0.2 } as const;
/** What pages and pictures that a server process draws may cost in a second, for all clients: 30 pages, or 9 pictures. */
export const DRAWN_COST_PER_SECOND = 900;
/** How much of one client address's work runs at the same time: lists and products that an index answers directly, ... */
export const QUICK_READS_PER_CLIENT = 12;
/** ... searches, ... */
export const SEARCHES_PER_CLIENT = 2;
/** ... lookups of places, ... */
export const LOOKUPS_PER_CLIENT = 2;
/** ... and the counts of filters. */
export const COUNTS_PER_CLIENT = 1;
/** How many more of its queries wait for those, and for how long. With the database's own deadlines that is under five seconds. */
export const READS_WAITING_PER_CLIENT = 300;
export const READ_WAIT_MILLISECONDS = 1500;
/** Counts are optional, so they wait no longer than this. */
export const COUNT_WAIT_MILLISECONDS = 300;
/** Work for Node's pool of four threads (server/heavy-work.ts): how much runs at once at most, how much waits, of one client and in all, and how long. */
export const HEAVY_WORK_AT_ONCE_MAX = 3;
export const HEAVY_WORK_WAITING_PER_CLIENT = 40;
export const HEAVY_WORK_WAITING = 200;
export const HEAVY_WORK_WAIT_MILLISECONDS = 3000;
/** Calls about accounts that each server process answers at the same time, in all and for one client address. More wait as long as reads do. */
export const ACCOUNT_CALLS_AT_ONCE = 12;
export const ACCOUNT_CALLS_PER_CLIENT = 3;
/** An answer that gets no place by then is sent uncompressed. */
export const COMPRESSION_WAIT_MILLISECONDS = 100;
/** How many queries over the limit wait for the end of their second before they are refused; any more are refused at once. */
export const READS_PAUSED_MAX = 1000;
/** The largest id that a column can hold. */
export const ID_MAX = 2_147_483_647;
/** Our cursors are far shorter; longer ones are refused unread. */
export const CURSOR_MAX = 200;

// Mails
/** How long a notice is worth sending. */
export const NOTICE_VALIDITY_SECONDS = 3 * DAY_SECONDS;

// Notifications
/** No notification and no mail about unread messages in between, in Nairobi. */
export const QUIET_FROM_HOUR = 21;
export const QUIET_UNTIL_HOUR = 6;
/** What is not read within this is mailed, once. */
export const UNREAD_MAIL_SECONDS = 15 * MINUTE_SECONDS;
export const NOTICES_PAGE_SIZE = 20;
/** Unread notices are counted up to this; the bell then says "99+". */
export const UNREAD_SHOWN_MAX = 100;
export const NOTICE_KEPT_SECONDS = 90 * DAY_SECONDS;
export const PUSH_DEVICES_MAX = 10;
/** Longer than any push service's. */
export const PUSH_ENDPOINT_MAX = 1000;
/** Some services say nothing about browsers that are gone, but a browser that is there renews its subscription. */
export const PUSH_RENEWAL_SECONDS = 60 * DAY_SECONDS;
/** After this, a notification that could not be delivered is not worth delivering. */
export const PUSH_VALIDITY_SECONDS = DAY_SECONDS;
/** Push services take 4,096 bytes, encrypted. */
export const PUSH_PAYLOAD_MAX_BYTES = 3000;

// Money
/** The most that any price, fee or order may be. */
export const MONEY_MAX_KES = 10_000_000;
/** How long payouts wait after the phone number that they go to has changed. */
export const PAYOUT_HOLD_SECONDS = DAY_SECONDS;

// Products
/** Most of a product that one farm can offer, in the product's own unit. */
export const QUANTITY_MAX = 1_000_000;
/** Quantities have two decimals, so that 2.5 kg can be sold; this is the smallest order. */
export const QUANTITY_STEP = 0.01;
/** Below this a product is low in stock. */
export const LOW_STOCK_BELOW = 100;
export const PRODUCT_NAME_MAX = 100;
export const DESCRIPTION_MAX = 2000;
/** Of one bag, piece or crate. */
export const NET_WEIGHT_MIN_KG = 0.01;
export const NET_WEIGHT_MAX_KG = 2000;
/** Harvest and expiry dates must lie between these days: a year outside of them is a typing error, and the database's calendar has an end. */
export const FIRST_DAY = '2000-01-01';
export const LAST_DAY = '2099-12-31';
/** What one farm may offer at the same time. */
export const PRODUCTS_PER_FARM_MAX = 2000;
/** How many new products one farm may list in a minute: a list of a thousand takes ten. */
export const NEW_PRODUCTS_PER_MINUTE = 100;
/**
 * Sorted by newest, products lie in rounds (see src/features/products/server/stock/listing-round.ts). A round is full with so many products, a
 * page of them; of one farm it takes so many of those that the farm listed within a week.
 */
export const LISTING_ROUND_SIZE = 24;
export const LISTING_ROUND_OF_ONE_FARM = 3;
export const LISTING_WINDOW_SECONDS = 7 * DAY_SECONDS;
export const PHOTOS_PER_PRODUCT = 5;
/** A photo taken this near to the farm's pin was taken on the farm, if its fix is at least this accurate. */
export const ON_FARM_METRES = 1000;
export const ON_FARM_ACCURACY_METRES = 200;
export const PAGE_SIZE = 24;
/** Farther than any two places in Kenya. */
export const SEARCH_DISTANCE_MAX_KM = 1500;
export const BULK_LINES_MAX = 500;
/** With more farms than this within reach, they are not looked up one by one before their offers. */
export const REACHED_FARMS_MAX = 300;
export const SUGGESTIONS_MAX = 8;
export const FARM_SUGGESTIONS_MAX = 3;
/** Of crops, in one answer. */
export const CROPS_MAX = 20;
/** A crop's offers from other farms, one of each; so many rows are read for them, as one farm may have several. */
export const CROP_OFFERS_MAX = 6;
export const CROP_OFFERS_READ = 48;
/** From two letters on a search is suggested: one would suggest anything. */
export const SUGGESTED_FROM_LETTERS = 2;
/** Farms whose offers a search by county or farm name finds besides those that match by their words. */
export const NAMED_FARMS_MAX = 2000;
/** An answer about the catalogue from memory is two seconds old at most: it is kept for the first of these, ... */
export const HOT_ANSWER_MILLISECONDS = 1500;
/** ... and a query that was begun this long ago may still answer the same question of others, who then keep its answer. */
export const SHARED_QUERY_MILLISECONDS = 500;
/** How much memory such answers may take. */
export const HOT_ANSWERS_MAX_BYTES = 32 * 1024 * 1024;
/** The counts of filters stop here and show "1,000+". */
export const FACET_COUNT_MAX = 1000;
/** A count that takes longer is left out. */
export const FACET_QUERY_MAX_MILLISECONDS = 400;
/** A replica of the database that is further behind is not read. */
export const REPLICA_BEHIND_MAX_SECONDS = 5;

/** A farmer's own list is read in larger steps: most have fewer products than this. */
export const OWN_PRODUCTS_PAGE_SIZE = 100;
/** The most rows of a list that one request may ask for; ... */
export const LIST_LIMIT_MAX = 200;
/** ... of a farmer's own products, as many as come in one answer over REST. */
export const OWN_PRODUCTS_LIMIT_MAX = 1000;

/** So much of a description fits on a card in one line; its product's page has the rest. */
export const CARD_DESCRIPTION_MAX = 40;

// Photos
export const PHOTO_FILE_MAX_BYTES = 12 * 1024 * 1024;
/** All files of one upload together; its fields are small. */
export const UPLOAD_MAX_BYTES = PHOTOS_PER_PRODUCT * PHOTO_FILE_MAX_BYTES;
/** Enough for a camera of 50 megapixels. A file whose header claims more is refused before it is decoded. */
export const PHOTO_PIXELS_MAX = 52_000_000;
/**
 * A picture with more pixels is encoded after its upload was answered. What our own screens send is smaller (1920 pixels on the longer side),
 * takes half a second, and is refused at once if its pixels are broken.
 */
export const PHOTO_ENCODED_AT_ONCE_PIXELS = 4_000_000;
/** How long a picture waits for its turn to be read and encoded. */
export const PHOTO_TURN_MILLISECONDS = 120_000;
/** So many originals wait to be encoded, of one farmer and in all. At 12 MB each, a hundred take 1.2 GB of the store. */
export const PHOTOS_WAITING_PER_FARMER_MAX = 10;
export const PHOTOS_WAITING_MAX = 100;
/** An original that could not be encoded in this time, because the store was away, is given up. */
export const PHOTO_WAITING_SECONDS = 7 * DAY_SECONDS;
/** The long sides that a photo is stored in, smallest first. */
export const PHOTO_SIZES_PIXELS = [320, 800, 1600] as const;
/** A photo that is not used is deleted after this. */
export const UNUSED_PHOTO_SECONDS = DAY_SECONDS;
/** All files of one farmer's unused photos together: some 250 photos of a phone, or 50 products' worth. */
export const UNUSED_PHOTOS_MAX_BYTES = 200 * 1024 * 1024;
/** An upload that sends nothing for this long is given up. */
export const UPLOAD_STALL_SECONDS = 30;
/** An upload in parts of which nothing came for this long is deleted. */
export const OPEN_UPLOAD_SECONDS = DAY_SECONDS;
/** Uploads in parts that one farmer has begun and not finished, and how long they are together: fifteen products from one phone. */
export const OPEN_UPLOADS_MAX = 75;
export const OPEN_UPLOADS_MAX_BYTES = 200 * 1024 * 1024;
/** Their total size before a product shows a photo of that farmer. */
export const OPEN_UPLOADS_MAX_BYTES_OF_NEWCOMERS = 20 * 1024 * 1024;
/** Total size of all farmers' unfinished uploads, and how much of it newcomers may take. */
export const OPEN_UPLOADS_TOTAL_BYTES = 2 * 1024 * 1024 * 1024;
export const OPEN_UPLOADS_TOTAL_BYTES_FOR_NEWCOMERS = OPEN_UPLOADS_TOTAL_BYTES / 2;
/** The photo folder's disk keeps so much free for the database and the logs, which may be on the same one. */
export const DISK_KEPT_FREE_BYTES = 256 * 1024 * 1024;
/** Parts are stored in pieces of this size, so that a slow sender takes no more memory and a cut loses no more. */
export const UPLOAD_PIECE_BYTES = 64 * 1024;
/** A part of an upload: at first on a good line, at first on a slow one and after a cut, and at most. */
export const UPLOAD_PART_BYTES = { first: 1024 * 1024, small: 64 * 1024, most: 2 * 1024 * 1024 } as const;
/** By farmer: at the size for slow lines, a gigabyte and more. */
export const UPLOAD_PARTS_PER_HOUR = 20_000;
/** When something was done, by its phone: this much later than now is a clock that was measured badly, and so much earlier was kept too long. */
export const TAKEN_AT_FUTURE_SECONDS = 2 * MINUTE_SECONDS;
export const TAKEN_AT_PAST_SECONDS = 7 * DAY_SECONDS;
export const CAMERA_IDEAL_PIXELS = { width: 1920, height: 1080 } as const;
export const CAPTURE_JPEG_QUALITY = 0.95;
/** The longer side that a phone shrinks a photo to before sending it, and what it sends on a slow line: about a quarter of the bytes. */
export const PHOTO_SENT_LONG_SIDE_PIXELS = CAMERA_IDEAL_PIXELS.width;
export const PHOTO_ON_SLOW_LINE = { longSidePixels: 1280, quality: 0.8 } as const;
/** What a photo takes on the phone while it waits, at most of them. */
export const PHOTO_ON_DEVICE_BYTES = 1024 * 1024;
/** A line that sends less takes longer than ten seconds for a photo in full size. */
export const SLOW_LINE_BYTES_PER_SECOND = 80 * 1024;

// Cart and orders. Source: docs/trade.md.
export const CART_LINES_MAX = 100;
export const NOTE_MAX = 500;
/** How many days after today a buyer may wish an order for. */
export const WISHED_DAYS_AHEAD = 7;
export const REASON_MAX = 300;
/** Stars, at most. */
export const RATING_MAX = 5;
export const REVIEW_TEXT_MAX = 500;
/** What a buyer may show of the goods in a dispute, and how much the farmer may answer, once. */
export const PHOTOS_PER_DISPUTE = 3;
export const DISPUTE_ANSWER_MAX = 500;
/** A link to a photo of a dispute works for this long at least, and for twice as long at most. */
export const DISPUTE_PHOTO_LINK_SECONDS = 12 * HOUR_SECONDS;
/** A farmer answers within a day, or the order expires and its stock is free again. */
export const PENDING_ORDER_SECONDS = DAY_SECONDS;
/** A confirmed M-Pesa order that is not paid is cancelled after this. */
export const UNPAID_ORDER_SECONDS = DAY_SECONDS;
/** After this without dispatch a buyer may have the money back. */
export const LATE_DISPATCH_SECONDS = 2 * DAY_SECONDS;
/** How long after dispatch, or after the promised day, an order without a word from its buyer is completed. */
export const AUTO_COMPLETE_SECONDS = 2 * DAY_SECONDS;
/** How long before that the buyer is reminded. */
export const COMPLETION_REMINDER_SECONDS = [DAY_SECONDS, 6 * HOUR_SECONDS] as const;
/** An order that was completed by time alone is paid out after this, and may be disputed until then. */
export const DISPUTE_AFTER_CLOCK_SECONDS = DAY_SECONDS;
/** How long after dispatch the farmer of a cash order may report that it was not collected. */
export const NOT_COLLECTED_SECONDS = DAY_SECONDS;
/** How long the buyer may object to that. No money waits for it, so there is time to read a mail. */
export const DISPUTE_AFTER_NOT_COLLECTED_SECONDS = 7 * DAY_SECONDS;
/** A dispatched cash order that neither side reports on is cancelled after this. */
export const CASH_ORDER_SECONDS = 14 * DAY_SECONDS;
/** How long before that both sides are reminded. */
export const CANCELLATION_REMINDER_SECONDS = [7 * DAY_SECONDS, DAY_SECONDS] as const;
export const HANDOVER_CODE_LENGTH = 4;
export const HANDOVER_TRIES_MAX = 5;
export const IDEMPOTENCY_KEY_SECONDS = 7 * DAY_SECONDS;
/** Steps and changes of the cart that one person may send with a key: each key is a row for seven days. */
export const KEYED_CHANGES_PER_HOUR = 600;
export const MAX_PENDING_ORDERS_DEFAULT = 20;
/** One farm may have a quarter of them: 5 of 20 orders in a day that it has not accepted. */
export const PENDING_ORDERS_OF_ONE_FARM = 1 / 4;
/** Until something is proven of a buyer, they may have three of 20 orders waiting, and their stock is reserved for an hour. */
export const PENDING_ORDERS_OF_UNPROVEN = 3 / 20;
export const UNPROVEN_RESERVATION_SECONDS = HOUR_SECONDS;
/**
 * How much of a product's stock one such buyer may have reserved, and all of them together. What a household or a kiosk orders is never too
 * much: goods for this many shillings, and one unit.
 */
export const STOCK_SHARE_OF_UNPROVEN = 1 / 4;
export const STOCK_SHARE_OF_ALL_UNPROVEN = 1 / 2;
export const RESERVED_BY_UNPROVEN_MIN_KES = 2500;
/** Their checkouts in an hour: from one client address or IPv6 /64, and from one of the wider networks around it. */
export const UNPROVEN_CHECKOUTS_PER_ADDRESS = 60;
export const UNPROVEN_CHECKOUTS_PER_NETWORK = 240;
/** How long after an order's end its buyer and farmer still see each other's phone number and place. */
export const CONTACT_SHOWN_SECONDS = 30 * DAY_SECONDS;
export const ORDERS_PAGE_SIZE = 20;
/** A farm's orders that are under way, as the phone lists them. */
export const ORDERS_UNDER_WAY_MAX = 100;
export const RECENT_ORDERS = 5;
export const REVIEWS_PAGE_SIZE = 5;
/** How many farms' ratings one call answers. */
export const FARM_RATINGS_MAX = 50;
/** From so many on farmers see how other farmers rate a buyer: fewer would tell who gave them. */
export const BUYER_RATINGS_SHOWN_FROM = 3;
/** Of one buyer's ratings of one farm, one in this time counts. */
export const COUNTED_REVIEW_SECONDS = 30 * DAY_SECONDS;
/** Of a farm's cash orders, how many of one buyer and of all buyers count as sales and ratings in a calendar month. */
export const CASH_SALES_OF_BUYER_PER_MONTH = 4;
export const CASH_SALES_OF_FARM_PER_MONTH = 30;
/** How often orders are checked for expiry. */
export const ORDER_CLOCK_SECONDS = 30;

// Conversations. Source: docs/trade.md.
export const MESSAGE_MAX = 1000;
/** How many conversations a buyer may begin in a day in Nairobi, and how many messages anybody may send in a minute. */
export const CONVERSATIONS_PER_DAY = 20;
export const MESSAGES_PER_MINUTE = 30;
export const MESSAGES_WINDOW_SECONDS = MINUTE_SECONDS;
export const PHOTOS_PER_MESSAGE = 3;
export const VOICE_NOTE_MAX_SECONDS = 60;
/** A minute at 130 kbit/s; what phones record takes a quarter of that. */
export const VOICE_NOTE_MAX_BYTES = 1024 * 1024;
/** All photos and voice notes that one person may send in a day in Nairobi: some 300 photos, or hours of speech. */
export const MESSAGE_MEDIA_PER_DAY_BYTES = 150 * 1024 * 1024;
/** Photos and voice notes whose message never came, because the process was killed, are deleted after this. No request lasts so long. */
export const UNSENT_MEDIA_SECONDS = HOUR_SECONDS;
/** A link to a photo or voice note of a report works for this long at least, and for twice as long at most. */
export const MESSAGE_MEDIA_LINK_SECONDS = 12 * HOUR_SECONDS;
export const CONVERSATIONS_PAGE_SIZE = 20;
export const MESSAGES_PAGE_SIZE = 50;
/** Unread messages are counted up to this. */
export const UNREAD_MAX = 100;
export const CONVERSATION_SEARCH_MAX = 100;
export const SEARCH_WORDS_MAX = 8;
/** How many reports one person may make in a day: each is read by the operator. */
export const REPORTS_PER_DAY = 20;
export const REPORTS_WINDOW_SECONDS = DAY_SECONDS;
/** How long an offer is open. */
export const OFFER_HOURS_MIN = 1;
export const OFFER_HOURS_MAX = 72;
export const OFFER_HOURS_DEFAULT = 12;
/** How long accepted stock is held for a buyer who knows of it, and how long for one who has not seen the farmer's acceptance. */
export const OFFER_HELD_SECONDS = 2 * HOUR_SECONDS;
export const OFFER_HELD_UNSEEN_SECONDS = 12 * HOUR_SECONDS;
/** How many accepted offers a buyer may have in the cart. */
export const HELD_OFFERS_MAX = 20;
/** How many overdue offers one round of the clock ends. */
export const OFFERS_PER_ROUND = 500;
/** The operator sees so many messages around each report. */
export const REPORTED_MESSAGES = 5;

// Prices
/** A county's price is shown from so many farms on; what was paid, also from so many buyers on. */
export const FARMS_SHOWN_MIN = 5;
/** Prices of a kilogram are shown in these steps, each from so many shillings on. */
export const PRICE_STEPS_KES = [
  { from: 0, step: 1 },
  { from: 20, step: 5 },
  { from: 200, step: 10 },
  { from: 1000, step: 50 },
] as const;
/** An outlier is farther than this many median deviations from the median of so many days, once there are enough observations. */
export const OUTLIER_DEVIATIONS = 4;
export const OUTLIER_DAYS = 60;
export const OUTLIER_OBSERVATIONS_MIN = 20;
/** What counts as the deviation where more than half of the prices are the same: this share of their median. */
export const OUTLIER_LEAST_DEVIATION = 0.1;
/** Letters of a crop's id, with room for longer ones. */
export const CROP_ID_MAX = 40;
export const PRICE_WEEKS_MAX = 104;
export const PRICE_WEEKS_DEFAULT = 26;
/** A crop's page shows a year, and the week of a year ago beside the present one. */
export const PRICE_PAGE_WEEKS = 53;
export const MOVERS_DAYS_MIN = 7;
export const MOVERS_DAYS_MAX = 365;
export const MOVERS_DAYS_DEFAULT = 30;
/** How many crops one answer about movers names. */
export const MOVERS_MAX = 50;
/** An answer about prices is kept in memory for this long: what they are changes once a night, which is announced. */
export const PRICE_ANSWER_MILLISECONDS = 60 * 1000;
/** When the night's roll-up begins, after midnight in Nairobi. */
export const ROLL_UP_AFTER_MIDNIGHT_SECONDS = 30 * MINUTE_SECONDS;
/** What began longer before the last roll-up than this was in it. */
export const ROLL_UP_OVERLAP_SECONDS = HOUR_SECONDS;
/** A process that rolls up and reports nothing for this long has died. */
export const ROLL_UP_LEASE_SECONDS = 15 * MINUTE_SECONDS;
export const PRICE_ALERTS_MAX = 20;
/** Of what others publish: no crop costs more a kilogram, and no market has a longer name. */
export const REFERENCE_PRICE_MAX_KES = 100_000;
export const REFERENCE_TEXT_MAX = 120;
/** A farmer is told how fast what was listed since then sold out. */
export const SOLD_OUT_WITHIN_SECONDS = 90 * DAY_SECONDS;

// Payments
export const MPESA_SWEEP_SECONDS_DEFAULT = 60;
/** M-Pesa's own limit of one transaction. */
export const MPESA_MAX_KES_DEFAULT = 250_000;
/** M-Pesa pays out nothing smaller, so an M-Pesa order is that large; what is left of smaller ones is sent together. */
export const PAYOUT_MIN_KES = 10;
/** To one phone number, by all to whom it doesn't belong together; and by its owner. */
export const PUSHES_PER_HOUR = 10;
/** To one phone number, by all together who have it in their profile and have never paid from it. */
export const PUSHES_PER_HOUR_OF_CLAIMANTS = 30;
/** Different numbers that may be asked to pay: for one order, and by one buyer in a day. */
export const PHONES_PER_ORDER = 3;
export const PHONES_PER_BUYER_AND_DAY = 5;
export const PHONES_WINDOW_SECONDS = DAY_SECONDS;
/** M-Pesa refuses the same amount to the same phone within this time. */
export const SAME_AMOUNT_SECONDS = 2 * MINUTE_SECONDS;
/** A phone that has another request open is asked again after this: by then that request has ended. */
export const PHONE_BUSY_SECONDS = MINUTE_SECONDS;
/** How often an order's phone is asked again by itself, within this time, when M-Pesa puts it off. */
export const PUSHES_AGAIN_MAX = 3;
export const PUSHES_AGAIN_WINDOW_SECONDS = 15 * MINUTE_SECONDS;
/** After this a phone no longer answers a push. */
export const PUSH_ANSWER_SECONDS = 60;
/** By then Daraja's own deadline for a push whose answer was lost has certainly passed. */
export const PUSH_DEADLINE_SECONDS = 30;
/** A push whose outcome cannot be learned is given up after this; money that arrives later is still booked. */
export const UNKNOWN_PUSH_SECONDS = HOUR_SECONDS;
/** A payout without a result for this long is shown to the operator. */
export const UNKNOWN_PAYOUT_SECONDS = DAY_SECONDS;
/** M-Pesa is asked about a payout without a result less and less often, but at least this often. */
export const PAYOUT_ASK_MAX_SECONDS = HOUR_SECONDS;
/** M-Pesa's callbacks are one or two kilobytes. */
export const CALLBACK_MAX_BYTES = 32 * 1024;
/** How long a callback is retried until M-Pesa has confirmed or denied it. */
export const CALLBACK_VALIDITY_SECONDS = 3 * DAY_SECONDS;
/** How long the raw callback, with the number that paid, is kept (as the privacy notice says); longer while its payment is not settled. */
export const CALLBACK_KEPT_SECONDS = 90 * DAY_SECONDS;
export const PAYMENTS_PAGE_SIZE = 50;
/** Rows of a monthly statement; its sums include all. */
export const STATEMENT_ROWS_MAX = 5000;

// Streams of changes, to pages that are open
export const STREAM_MAX_SECONDS = 15 * MINUTE_SECONDS;
export const STREAM_PING_SECONDS = 15;
/** Pages that one session looks at at the same time; those in the background have no stream. */
export const STREAMS_PER_SESSION = 5;
/** In one process. Hundreds of phones share an address; a wide network is an IPv4 /24 or an IPv6 /56 or /48. A stream takes about 0.12 MB. */
export const STREAMS_PER_ADDRESS = 250;
export const STREAMS_PER_WIDE_NETWORK = 500;
export const STREAMS_MAX = 1000;
/** A page whose stream was ended for another one asks this often instead. */
export const STREAM_POLL_SECONDS = MINUTE_SECONDS;

// SMS and USSD
/** What all SMS of a day may cost, and what a part of one costs in Kenya. */
export const SMS_BUDGET_KES_PER_DAY = 4000;
export const SMS_PART_COST_CENTS = 80;
export const SMS_WINDOW_SECONDS = DAY_SECONDS;
/** How long it is kept what was sent and received. */
export const SMS_KEPT_SECONDS = 90 * DAY_SECONDS;
/** After so long without a word from a phone, and for a handover above so much, the PIN is asked for. */
export const SILENCE_SECONDS = 90 * DAY_SECONDS;
export const PIN_ORDER_KES = 20_000;
/** How long a command waits for the word that was asked back. */
export const WAITING_WORD_SECONDS = 10 * MINUTE_SECONDS;
/** Answers to one number in an hour, and those to what is no command. */
export const SMS_ANSWERS_PER_HOUR = 20;
export const SMS_UNKNOWN_PER_HOUR = 1;
/** After this nobody needs the SMS about an event, or the answer to a word, any more. */
export const SMS_NOTICE_SECONDS = 12 * HOUR_SECONDS;
export const SMS_ANSWER_SECONDS = HOUR_SECONDS;
/** While the service takes nothing, all wait for so long, and then go in their order. */
export const SMS_DOWN_SECONDS = 30;
/** When the answer to a call was lost, a report of delivery is waited for so long. */
export const SMS_UNSURE_SECONDS = 5 * MINUTE_SECONDS;
/** What the service sends us is short. */
export const SMS_CALLBACK_MAX_BYTES = 32 * 1024;
/** A USSD session that broke off goes on when the phone dials again within this time; then it is deleted. */
export const USSD_RESUMED_SECONDS = 10 * MINUTE_SECONDS;
/** A USSD screen is answered within two seconds; what takes longer than this is not waited for. */
export const USSD_ANSWER_MILLISECONDS = 1500;
/** How long a number that wrote JOIN may be sent the code of a sign-up apart from those of strangers. */
export const JOIN_WORD_SECONDS = 3 * DAY_SECONDS;
/** Accounts that one person may make for others in a day. */
export const AGENT_SIGNUPS_PER_DAY = 30;
/** Of them, how many their list shows. */
export const SIGNED_UP_SHOWN = 200;
/** The PIN of SMS and USSD: so many wrong ones lock it for so long. */
export const PIN_LENGTH = 4;
export const PIN_TRIES_MAX = 5;
export const PIN_LOCKED_SECONDS = DAY_SECONDS;

// The operator's command
/** More rows than a person works through at once; the list says how many it leaves out. */
export const OPERATOR_LIST_MAX = 100;

// Stopping
/** Twice a proxy's interval between two health checks: it sees that this process is stopping before the listener closes. */
export const STOP_DELAY_SECONDS_DEFAULT = 2;
export const STOP_DELAY_SECONDS_MAX = 60;
