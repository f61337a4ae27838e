import { describe, expect, test } from 'vitest';
import en from '#platform/rules/text/en.json' with { type: 'json' };

const quoted = {
  '§2 screens': {
    createAccountTitle: 'Create Your Account',
    signInHere: 'Sign in here',
    loginMessage: 'Login successful! Redirecting to dashboard...',
    farmerSignupMessage: 'Account created successfully! Please login to continue.',
    codeExpiresIn: 'Code expires in {time}',
    codeExpired: 'Code has expired',
    resendCode: 'Resend Code',
    resendLater: 'Resend available after timer',
    productsNothingFound: 'No products found. Try adjusting your search or filters.',
    cartEmpty: 'Your cart is empty.',
  },
  '§4 states': {
    signupVerifiedMessage: 'Email verified successfully! Redirecting to dashboard...',
    orderConfirmedToast: 'Order #{id} confirmed successfully!',
    orderRejectedToast: 'Order #{id} rejected successfully!',
  },
  '§5 validation': {
    nameTooShort: 'Must be at least 2 characters',
    nameLettersOnly: 'Only letters and spaces allowed',
    emailInvalid: 'Please enter a valid email address',
    nationalIdInvalid: 'Please enter a valid Kenyan National ID (7-8 digits)',
    phoneNumberInvalid: 'Please enter a valid Kenyan phone number',
    passwordWeak: 'Password must be 8+ characters with uppercase, lowercase, and number',
    passwordsDiffer: 'Passwords do not match',
    emailRequired: 'Email is required',
    passwordRequired: 'Password is required',
    passwordTooShort: 'Password must be at least 6 characters',
    errorInvalidInput: 'Please fix the errors below',
    nationalIdInvalidFarmer: 'Invalid National ID format. Should be 7-8 digits.',
    locationRequired: 'Please select your location on the map',
    locationUnverified: 'Please verify your location using the GPS button in the location picker',
    errorOutsideKenya: 'Location detected outside Kenya',
    errorPinTooFar:
      'Location is {distanceMetres}m from your current position. For security, stay within {radiusMetres}m when adjusting location.',
    pinNoFix: 'Please use "Get My Location" button first to verify your position',
    productNeedsPhoto: 'Please capture at least one product photo before submitting',
  },
  '§6 roles': {
    pleaseLogin: 'Please login to continue',
    errorFarmersOnly: 'Access denied. You do not have permission to access farmer resources.',
  },
  '§8 error catalogue': {
    registrationFailed: 'Registration failed. Please try again.',
    registrationFailedNetwork: 'Registration failed. Please check your connection and try again.',
    signupMessage: 'Account created! Check your email for the OTP.',
    errorCodeMailFailed: 'Failed to send OTP. Please try again.',
    codeSendFailedFarmer: 'Failed to send verification code. Please try again.',
    errorCodeInvalid: 'Invalid OTP. Please try again.',
    errorCodeInvalidOrExpired: 'Invalid or expired OTP. Please try again.',
    codeInvalidFarmer: 'Invalid OTP',
    verificationFailedNetwork: 'Verification failed. Please check your connection and try again.',
    resendFailed: 'Failed to resend OTP. Please try again.',
    resendFailedNetwork: 'Failed to resend OTP. Please check your connection and try again.',
    signupFormInvalid: 'Please fill in all fields correctly and agree to the terms',
    termsRequired: 'Please agree to the terms and conditions',
    errorLoginFailed: 'Login failed. Please check your credentials and try again.',
    productsLoadFailed: 'Failed to load products. Please try again.',
    dashboardLoadFailed: 'Failed to load dashboard data. Please try again.',
    cannotConnect: 'Cannot connect to backend server. Please check your internet connection.',
    errorSessionExpired: 'Your session has expired. Please login again.',
    productAddFailed: 'Failed to add product. Please try again.',
    productDeleteFailed: 'Failed to delete product.',
    gpsUnsupported: 'Your browser does not support location services.',
    errorAddressLookupFailed: 'Failed to fetch address. Please try again.',
    errorPlaceSearchFailed: 'Failed to search locations. Please try again.',
    cameraNone: 'No camera found on this device.',
    cameraFailed: 'Unable to access camera.',
  },
};

describe.each(Object.entries(quoted))('%s, word for word', (_, texts) => {
  test.each(Object.entries(texts))('%s: %j', (key, text) => {
    expect(new Map<string, unknown>(Object.entries(en)).get(key)).toBe(text);
  });
});
