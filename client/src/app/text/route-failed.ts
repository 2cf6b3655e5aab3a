export const weCouldNotConfirmSignText =
  'We could not confirm your sign-in. Nothing is lost, and you are not signed out.';
export const pageNeedsNetworkAndOpensText =
  'This page needs the network and opens by itself once you are back online.';
export const whatTypedOnOtherPagesText = 'What you typed on other pages is kept until then.';
export const somethingWentWrongWhileShowingText =
  'Something went wrong while showing this page. What you saved before is safe.';
export const tryAgainText = 'Try again';
