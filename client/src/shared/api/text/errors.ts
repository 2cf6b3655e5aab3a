export const mustSignedInToSeeText = 'You must be signed in to see this.';
export const mustSignedInToDoText = 'You must be signed in to do this.';
export const weCantReachPortalText = 'We can’t reach the portal from this device.';
export const pageTriesAgainByItselfText = 'This page tries again by itself.';
