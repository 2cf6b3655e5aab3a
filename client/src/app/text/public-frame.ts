export const termsOfUseText = 'Terms of use';
export const privacyNoticeText = 'Privacy notice';
