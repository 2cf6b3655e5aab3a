export const dashboardText = 'Dashboard';
export const welcomeText = 'Welcome';
export const chooseWhereToGoText = 'Choose where to go.';
export const signedInText = (name: string): string => `Signed in as ${name}. ${chooseWhereToGoText}`;
export const patientDashboardText = 'Patient dashboard';
export const providerViewText = 'Provider view';
export const adminCockpitText = 'Admin cockpit';
export const rolesText = 'Your roles';
export const noSpecificRoleDetectedContactText =
  'No specific role detected—contact support if you need more access.';
