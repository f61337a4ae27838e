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
/** Wrong tries that one code survives; the next one finds it dead. */
export const OTP_ATTEMPTS_PER_CODE = 5;
/** Wrong tries of one account and purpose in a day, over all codes. */
export const OTP_ATTEMPTS_PER_DAY = 20;
/** Of those, how many may come from elsewhere than where the code was asked for: a stranger's share. The rest are the owner's. */
export const OTP_ATTEMPTS_FROM_ELSEWHERE = 5;
/** Of the owner's, how many may come at any pace; the rest come at most one an hour, so that nobody is locked out for long. */
export const OTP_ATTEMPTS_UNPACED = 10;
export const OTP_PACED_ATTEMPT_SECONDS = HOUR_SECONDS;
export const OTP_BUDGET_SECONDS = DAY_SECONDS;
/** Between two codes for one e-mail and purpose. */
export const OTP_INTERVAL_SECONDS = 60;
export const OTP_MAILS_PER_HOUR = 10;
/** Of those, how many may be for password resets, which a stranger can ask for; the rest stay for the owner's login codes. */
export const OTP_RESET_MAILS_PER_HOUR = 7;
export const OTP_MAIL_WINDOW_SECONDS = HOUR_SECONDS;
/**
 * Mails to e-mails without a verified account, which anybody can cause to be sent to anybody. For one client address: twice the
 * hundred signups an hour that people behind one shared address may make, because codes are sent again.
 */
export const NEWCOMER_MAILS_PER_ADDRESS = 200;
/** The first few of each address have a share of the whole of their own, which the addresses that cause many cannot use up. */
export const NEWCOMER_MAILS_OF_QUIET_ADDRESS = 5;
/** For all addresses together: those first few, and the rest. */
export const NEWCOMER_MAILS_TO_QUIET_ADDRESSES = 1000;
export const NEWCOMER_MAILS_TO_BUSY_ADDRESSES = 1000;
export const NEWCOMER_MAIL_WINDOW_SECONDS = HOUR_SECONDS;
/** How long a passed password entitles to a login code. */
export const LOGIN_PASS_SECONDS = 10 * MINUTE_SECONDS;
/** How long a verified signup code entitles to a farmer account. */
export const SIGNUP_PROOF_SECONDS = 30 * MINUTE_SECONDS;
/** A signup whose e-mail nobody has verified is deleted after so long. */
export const UNVERIFIED_SIGNUP_SECONDS = 7 * DAY_SECONDS;

// Taking one's data out
export const DATA_EXPORTS_PER_HOUR = 5;

// Devices that have logged in before
export const DEVICE_TOKEN_LENGTH = 43;
/** A device that nobody has logged in on for so long is forgotten. */
export const KNOWN_DEVICE_SECONDS = 180 * DAY_SECONDS;

// Sessions: an absolute end, and an earlier one when nobody uses them.
export const SESSION_SECONDS = 12 * HOUR_SECONDS;
export const SESSION_IDLE_SECONDS = 4 * HOUR_SECONDS;
export const REMEMBERED_SESSION_SECONDS = 30 * DAY_SECONDS;
export const REMEMBERED_SESSION_IDLE_SECONDS = 14 * DAY_SECONDS;

// Accounts
export const NAME_MIN = 2;
export const NAME_MAX = 60;
export const EMAIL_MAX = 254;
export const NATIONAL_ID_INPUT_MAX = 20;
export const PASSWORD_MIN = 8;
export const LOGIN_PASSWORD_MIN = 6;
/** Long enough for any passphrase, short enough that hashing it costs nobody anything. */
export const PASSWORD_MAX = 256;
export const BUSINESS_NAME_MAX = 140;
export const ADDRESS_MAX = 300;
export const CITY_MAX = 80;

// Farms and places
export const COVERAGE_RADIUS_MIN_METRES = 200;
export const COVERAGE_RADIUS_MAX_METRES = 25_000;
export const COVERAGE_RADIUS_STEP_METRES = 100;
export const COVERAGE_RADIUS_DEFAULT_METRES = 500;
/** How far the pin may stand from the GPS fix. */
export const PROXIMITY_RADIUS_METRES = 500;
/** Beyond this an adjustment is called 'acceptable' rather than exact. */
export const ADJUSTMENT_NOTICE_METRES = 50;
/** A fix this good makes a farm verified; a worse one brings a warning. */
export const VERIFIED_ACCURACY_METRES = 100;
/** No phone measures better than this: a smaller figure was made up. */
export const PLAUSIBLE_ACCURACY_METRES = 0.5;
/** How many farms may have the same fix to the last digit: two may by chance, of more none was measured. */
export const FARMS_OF_ONE_FIX_MAX = 2;
/** The speed of an airliner. */
export const PLAUSIBLE_SPEED_METRES_PER_SECOND = 250;
/** A farmer who names a county this far from the pin is asked whether that is right. */
export const COUNTY_DOUBT_METRES = 10_000;
/** Worse than this is no position but a guess at the network's. */
export const ACCURACY_MAX_METRES = 100_000;
export const GPS_FIX_MAX_AGE_SECONDS = 30 * MINUTE_SECONDS;
export const GPS_TIMEOUT_MILLISECONDS = 15_000;
export const KENYA_BOUNDS = { south: -5, north: 5, west: 34, east: 42 } as const;
/** Beyond every county's outline by more than this is outside Kenya; the outlines are off by up to 340 m, a phone by more. */
export const BORDER_TOLERANCE_METRES = 5000;
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

// What a person sees happen, in milliseconds
export const SLIDE_INTERVAL_MILLISECONDS = 5000;
export const SIGNUP_REDIRECT_MILLISECONDS = 2000;
export const LOGOUT_REDIRECT_MILLISECONDS = 1000;
export const SESSION_EXPIRED_REDIRECT_MILLISECONDS = 2000;
export const TOAST_MILLISECONDS = 4000;

// The door
export const BODY_MAX_BYTES = 1024 * 1024;
export const RPC_BATCH_MAX = 10;
/** Questions that one client address may ask in a second, of each server process: several hundred phones share some. */
export const READS_PER_SECOND_DEFAULT = 300;
/** Of one client address, how much is looked up at the same time: lists and products that an index has at hand, ... */
export const QUICK_READS_PER_CLIENT = 12;
/** ... lists that have to be searched for, ... */
export const SEARCHES_PER_CLIENT = 2;
/** ... places, ... */
export const LOOKUPS_PER_CLIENT = 2;
/** ... and counts beside filters. */
export const COUNTS_PER_CLIENT = 1;
/** How many more of its questions wait for those, and for how long: with what a silent database is given, under five seconds. */
export const READS_WAITING_PER_CLIENT = 300;
export const READ_WAIT_MILLISECONDS = 1500;
/** Counts can be done without: they wait no longer than this. */
export const COUNT_WAIT_MILLISECONDS = 300;
/** How many questions over the limit wait for the end of their second before they are refused; any more are refused at once. */
export const READS_PAUSED_MAX = 1000;
/** What a column of ids holds. */
export const ID_MAX = 2_147_483_647;
/** A cursor of ours is far shorter; a longer one is not looked at. */
export const CURSOR_MAX = 200;

// Mails
/** A mail that tells what happened is worth sending for so long. */
export const NOTICE_VALIDITY_SECONDS = 3 * DAY_SECONDS;

// Money
/** More than any one price, fee or order here. */
export const MONEY_MAX_KES = 10_000_000;
/** After the phone number that payouts go to has changed, nothing is paid out to it for so long. */
export const PAYOUT_HOLD_SECONDS = DAY_SECONDS;

// Products
/** Most of a product that one farm can offer, in the product's own unit. */
export const QUANTITY_MAX = 1_000_000;
/** Quantities have two decimals, so that 2.5 kg can be sold; nobody orders less than this. */
export const QUANTITY_STEP = 0.01;
/** Below this a product is low in stock. */
export const LOW_STOCK_BELOW = 100;
export const PRODUCT_NAME_MAX = 100;
export const DESCRIPTION_MAX = 2000;
/** Of one bag, piece or crate; known to the gram. */
export const NET_WEIGHT_MIN_KG = 0.01;
export const NET_WEIGHT_MAX_KG = 2000;
/** Harvest and expiry lie between these days; a database's calendar ends somewhere, and a slip of the pen is a slip. */
export const FIRST_DAY = '2000-01-01';
export const LAST_DAY = '2099-12-31';
/** What one farm may offer at the same time. */
export const PRODUCTS_PER_FARM_MAX = 2000;
/** How many new products one farm may list in a minute: a list of a thousand takes ten. */
export const NEW_PRODUCTS_PER_MINUTE = 100;
/**
 * Sorted by newest, products lie in rounds (see src/server/modules/products/stock/listing-round.ts). A round is full with so many products, a
 * page of them; of one farm it takes so many of those that the farm listed within a week.
 */
export const LISTING_ROUND_SIZE = 24;
export const LISTING_ROUND_OF_ONE_FARM = 3;
export const LISTING_WINDOW_SECONDS = 7 * DAY_SECONDS;
export const PHOTOS_PER_PRODUCT = 5;
/** Photos taken this near to the farm's pin were taken on the farm; a poor fix says nothing. */
export const ON_FARM_METRES = 1000;
export const ON_FARM_ACCURACY_METRES = 200;
export const PAGE_SIZE = 24;
/** Farther than any two places in Kenya. */
export const SEARCH_DISTANCE_MAX_KM = 1500;
export const BULK_LINES_MAX = 500;
/** More farms than this within reach are not looked up one by one before their offers are. */
export const REACHED_FARMS_MAX = 300;
/** Counts beside filters stop here and say "1,000+". */
export const FACET_COUNT_MAX = 1000;
export const FACET_CACHE_SECONDS = 30;
/** A count that takes longer is left out. */
export const FACET_QUERY_MAX_MILLISECONDS = 400;

/** A farmer's own list is read in larger steps: most have fewer products than this. */
export const OWN_PRODUCTS_PAGE_SIZE = 100;

// Photos
export const PHOTO_FILE_MAX_BYTES = 12 * 1024 * 1024;
/** All files of one upload together; the fields besides are small. */
export const UPLOAD_MAX_BYTES = PHOTOS_PER_PRODUCT * PHOTO_FILE_MAX_BYTES;
/** A camera of 50 megapixels is let through, a header that promises the sky is not. */
export const PHOTO_PIXELS_MAX = 52_000_000;
/** The long sides that a photo is stored in, smallest first. The last is also what a phone shrinks it to before sending. */
export const PHOTO_SIZES_PIXELS = [320, 800, 1600] as const;
/** A photo that nobody put to use is deleted after so long. */
export const UNUSED_PHOTO_SECONDS = DAY_SECONDS;
/** All files of one farmer's unused photos together: some 250 photos of a phone, or 50 products' worth. */
export const UNUSED_PHOTOS_MAX_BYTES = 200 * 1024 * 1024;
/** An upload that sends nothing for so long is given up. */
export const UPLOAD_STALL_SECONDS = 30;
export const CAMERA_IDEAL_PIXELS = { width: 1920, height: 1080 } as const;
export const CAPTURE_JPEG_QUALITY = 0.95;

// Cart and orders. Source: docs/trade.md.
export const CART_LINES_MAX = 100;
export const NOTE_MAX = 500;
export const REASON_MAX = 300;
export const REVIEW_TEXT_MAX = 500;
/** A farmer answers within a day, or the order expires and its stock is free again. */
export const PENDING_ORDER_SECONDS = DAY_SECONDS;
/** A confirmed M-Pesa order that nobody pays is cancelled after so long. */
export const UNPAID_ORDER_SECONDS = DAY_SECONDS;
/** After this without dispatch a buyer may have the money back. */
export const LATE_DISPATCH_SECONDS = 2 * DAY_SECONDS;
/** After dispatch, or the promised day: the clock takes silence for consent. */
export const AUTO_COMPLETE_SECONDS = 2 * DAY_SECONDS;
/** How long before that the buyer is reminded. */
export const COMPLETION_REMINDER_SECONDS = [DAY_SECONDS, 6 * HOUR_SECONDS] as const;
/** What the clock completed is paid out after so long, and may be disputed until then. */
export const DISPUTE_AFTER_CLOCK_SECONDS = DAY_SECONDS;
/** So long after dispatch the farmer of a cash order may say that it was not collected. */
export const NOT_COLLECTED_SECONDS = DAY_SECONDS;
/** So long the buyer may object to that. No money waits for it, so there is time to read a mail. */
export const DISPUTE_AFTER_NOT_COLLECTED_SECONDS = 7 * DAY_SECONDS;
/** A dispatched cash order of which nobody says anything is cancelled after so long. */
export const CASH_ORDER_SECONDS = 14 * DAY_SECONDS;
/** How long before that both sides are reminded. */
export const CANCELLATION_REMINDER_SECONDS = [7 * DAY_SECONDS, DAY_SECONDS] as const;
export const HANDOVER_CODE_LENGTH = 4;
export const HANDOVER_TRIES_MAX = 5;
export const IDEMPOTENCY_KEY_SECONDS = 7 * DAY_SECONDS;
/** What an order asks of the payments is asked until it is done: a year is for ever. */
export const ORDER_DUTY_VALIDITY_SECONDS = 365 * DAY_SECONDS;
export const MAX_PENDING_ORDERS_DEFAULT = 20;
/** One farm may have a quarter of them: 5 of 20 orders in a day that it has not accepted. */
export const PENDING_ORDERS_OF_ONE_FARM = 1 / 4;
/** How long after an order's end its buyer and farmer still see each other's phone number and place. */
export const CONTACT_SHOWN_SECONDS = 30 * DAY_SECONDS;
export const ORDERS_PAGE_SIZE = 20;
export const RECENT_ORDERS = 5;
export const REVIEWS_PAGE_SIZE = 5;
/** Of one buyer's ratings of one farm, one in so long counts. */
export const COUNTED_REVIEW_SECONDS = 30 * DAY_SECONDS;
/** Of a farm's cash orders, how many of one buyer and of all buyers count as sales and ratings in a calendar month. */
export const CASH_SALES_OF_BUYER_PER_MONTH = 4;
export const CASH_SALES_OF_FARM_PER_MONTH = 30;
/** How often the expiry clock looks. */
export const ORDER_CLOCK_SECONDS = 30;

// Payments
export const MPESA_SWEEP_SECONDS_DEFAULT = 60;
/** M-Pesa's own limit of one transaction. */
export const MPESA_MAX_KES_DEFAULT = 250_000;
/** M-Pesa pays out nothing smaller; the operator pays it by hand. */
export const PAYOUT_MIN_KES = 10;
/** To one phone number, by all to whom it doesn't belong together; and by its owner. */
export const PUSHES_PER_HOUR = 10;
/** To one phone number, by all together who have it in their profile and have never paid from it. */
export const PUSHES_PER_HOUR_OF_CLAIMANTS = 30;
/** Different numbers that may be asked to pay: for one order, and by one buyer in a day. */
export const PHONES_PER_ORDER = 3;
export const PHONES_PER_BUYER_AND_DAY = 5;
export const PHONES_WINDOW_SECONDS = DAY_SECONDS;
/** M-Pesa refuses the same amount to the same phone sooner than this. */
export const SAME_AMOUNT_SECONDS = 2 * MINUTE_SECONDS;
/** A phone that has another request open is asked again after so long: by then that one has ended. */
export const PHONE_BUSY_SECONDS = MINUTE_SECONDS;
/** How often an order's phone is asked again by itself, within this time, when M-Pesa puts it off. */
export const PUSHES_AGAIN_MAX = 3;
export const PUSHES_AGAIN_WINDOW_SECONDS = 15 * MINUTE_SECONDS;
/** A push that the phone has not answered by then is not answered any more. */
export const PUSH_ANSWER_SECONDS = 60;
/** A push whose answer is lost has surely had Daraja's own deadline by then. */
export const PUSH_DEADLINE_SECONDS = 30;
/** A push of which nothing can be learned is given up after so long; money that comes of it later is still seen. */
export const UNKNOWN_PUSH_SECONDS = HOUR_SECONDS;
/** A payout of which nothing was heard for so long needs the operator's eye. */
export const UNKNOWN_PAYOUT_SECONDS = DAY_SECONDS;
/** M-Pesa may be asked about a silent payout less and less often, but at least so. */
export const PAYOUT_ASK_MAX_SECONDS = HOUR_SECONDS;
/** M-Pesa's callbacks are one or two kilobytes. */
export const CALLBACK_MAX_BYTES = 32 * 1024;
/** What a callback brings is worked on until M-Pesa has confirmed or denied it. */
export const CALLBACK_VALIDITY_SECONDS = 3 * DAY_SECONDS;
/** As it came, with the number that paid, it is kept so long (the privacy notice says so); longer while its payment is not settled. */
export const CALLBACK_KEPT_SECONDS = 90 * DAY_SECONDS;
export const PAYMENTS_PAGE_SIZE = 50;
/** Of one month on one sheet; its sums count all. */
export const STATEMENT_ROWS_MAX = 5000;

// Streams of changes, to pages that are open
export const STREAM_MAX_SECONDS = 15 * MINUTE_SECONDS;
export const STREAM_PING_SECONDS = 15;

// The operator's command
/** More rows than anybody works through at once; what a list leaves out is counted below it. */
export const OPERATOR_LIST_MAX = 100;

// Stopping
/** Twice what a proxy lets pass between two looks: it has seen that this process is stopping before the listener closes. */
export const STOP_DELAY_SECONDS_DEFAULT = 2;
export const STOP_DELAY_SECONDS_MAX = 60;
