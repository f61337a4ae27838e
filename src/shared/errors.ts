import type { Language } from '#shared/language.ts';
import { m } from '#shared/text/compiled/messages.js';
import { accountBusyText, belowMinimumText, priceChangedText, tooFarText, tooManyOrdersOfFarmText } from './error-texts.ts';

// Each sentence names its own values, which the AppError carries; `never` is what functions of all of them have in common.
type Text = (inputs: never, options: { locale: Language }) => string;
type Status = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503 | 507;

/**
 * The one catalogue of what can go wrong: code -> HTTP status and the sentence a person reads, in both languages.
 * tRPC and REST both answer from it.
 */
export const errors = {
  INVALID_INPUT: { status: 400, text: m.errorInvalidInput },
  NOT_LOGGED_IN: { status: 401, text: m.errorSessionExpired },
  FARMERS_ONLY: { status: 403, text: m.errorFarmersOnly },
  BUYERS_ONLY: { status: 403, text: m.errorBuyersOnly },
  NOT_FOUND: { status: 404, text: m.errorNotFound },
  LOGIN_FAILED: { status: 401, text: m.errorLoginFailed },
  EMAIL_TAKEN: { status: 409, text: m.errorEmailTaken },
  EMAIL_NOT_PROVEN: { status: 403, text: m.errorEmailNotProven },
  PASSWORD_TOO_COMMON: { status: 400, text: m.errorPasswordTooCommon },
  CODE_INVALID: { status: 400, text: m.errorCodeInvalid },
  CODE_INVALID_OR_EXPIRED: { status: 400, text: m.errorCodeInvalidOrExpired },
  CODE_TOO_SOON: { status: 429, text: m.errorCodeTooSoon },
  CODE_MAIL_FAILED: { status: 503, text: m.errorCodeMailFailed },
  TOO_MANY_ATTEMPTS: { status: 429, text: m.errorTooManyAttempts },
  PRODUCT_NOT_FOUND: { status: 404, text: m.errorProductNotFound },
  FOREIGN_FARMER: { status: 403, text: m.errorFarmersOnly },
  PHOTO_NOT_FOUND: { status: 404, text: m.errorPhotoNotFound },
  PHOTO_MISSING: { status: 400, text: m.errorPhotoMissing },
  PHOTO_TYPE_REFUSED: { status: 415, text: m.errorPhotoType },
  PHOTO_HEIC: { status: 415, text: m.errorPhotoHeic },
  PHOTO_BROKEN: { status: 400, text: m.errorPhotoBroken },
  PHOTO_TOO_MANY_PIXELS: { status: 413, text: m.errorPhotoTooManyPixels },
  PHOTO_TOO_LARGE: { status: 413, text: m.errorPhotoTooLarge },
  TOO_MANY_PHOTOS: { status: 400, text: m.tooManyPhotos },
  UNUSED_PHOTOS_FULL: { status: 409, text: m.errorUnusedPhotosFull },
  UPLOAD_BROKEN: { status: 400, text: m.errorUploadBroken },
  DISK_FULL: { status: 507, text: m.errorDiskFull },
  QUANTITY_CHANGED: { status: 409, text: m.errorQuantityChanged },
  CART_EMPTY: { status: 400, text: m.errorCartEmpty },
  CART_FULL: { status: 400, text: m.tooManyCartLines },
  PRICE_CHANGED: { status: 409, text: priceChangedText },
  OUT_OF_STOCK: { status: 409, text: m.errorOutOfStock },
  OFFER_GONE: { status: 409, text: m.errorOfferGone },
  CART_CHANGED: { status: 409, text: m.errorCartChanged },
  IDEMPOTENCY_KEY_REUSED: { status: 409, text: m.errorIdempotencyKeyReused },
  TOO_FAR: { status: 409, text: tooFarText },
  BELOW_MINIMUM: { status: 409, text: belowMinimumText },
  TOO_MANY_PENDING_ORDERS: { status: 409, text: m.errorTooManyPendingOrders },
  TOO_MANY_ORDERS_OF_FARM: { status: 409, text: tooManyOrdersOfFarmText },
  ORDER_TOO_LARGE: { status: 400, text: m.errorOrderTooLarge },
  ORDER_NOT_FOUND: { status: 404, text: m.errorOrderNotFound },
  STEP_NOT_ALLOWED: { status: 409, text: m.errorStepNotAllowed },
  DELIVERY_DATE_PAST: { status: 400, text: m.errorDeliveryDatePast },
  HANDOVER_CODE_WRONG: { status: 400, text: m.errorHandoverCodeWrong },
  HANDOVER_LOCKED: { status: 409, text: m.errorHandoverLocked },
  MPESA_ORDER_TOO_LARGE: { status: 400, text: m.errorMpesaOrderTooLarge },
  MPESA_NOT_AVAILABLE: { status: 409, text: m.errorMpesaNotAvailable },
  MPESA_UNREACHABLE: { status: 503, text: m.errorMpesaUnreachable },
  PAYMENT_UNDER_WAY: { status: 409, text: m.errorPaymentUnderWay },
  NOT_PAYABLE: { status: 409, text: m.errorNotPayable },
  REVIEW_EXISTS: { status: 409, text: m.errorReviewExists },
  REVIEW_NOT_ALLOWED: { status: 409, text: m.errorReviewNotAllowed },
  REVIEW_ANSWERED: { status: 409, text: m.errorReviewAnswered },
  ACCOUNT_BUSY: { status: 409, text: accountBusyText },
  SUSPENDED: { status: 403, text: m.errorSuspended },
  PASSWORD_WRONG: { status: 400, text: m.errorPasswordWrong },
  PIN_TOO_FAR: { status: 400, text: m.errorPinTooFar },
  GPS_FIX_STALE: { status: 400, text: m.gpsFixStale },
  COUNTY_UNKNOWN: { status: 400, text: m.countyUnknown },
  ADDRESS_LOOKUP_FAILED: { status: 503, text: m.errorAddressLookupFailed },
  PLACE_SEARCH_FAILED: { status: 503, text: m.errorPlaceSearchFailed },
  OUTSIDE_KENYA: { status: 400, text: m.errorOutsideKenya },
  PAYLOAD_TOO_LARGE: { status: 413, text: m.errorPayloadTooLarge },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, text: m.errorUnsupportedMediaType },
  UNAVAILABLE: { status: 503, text: m.errorUnavailable },
  UNEXPECTED: { status: 500, text: m.errorUnexpected },
} as const satisfies Record<string, { status: Status; text: Text }>;

export type ErrorCode = keyof typeof errors;
