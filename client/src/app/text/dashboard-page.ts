export const dashboardText = 'Dashboard';
export const welcomeText = 'Welcome';
export const chooseWhereToGoText = (session: string): string => `${session}Choose where to go.`;
export const patientDashboardText = 'Patient dashboard';
export const rolesText = 'Your roles';
export const noSpecificRoleDetectedContactText =
  'No specific role detected—contact support if you need more access.';
