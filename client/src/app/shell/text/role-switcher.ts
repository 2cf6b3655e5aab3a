export const unableToSwitchRoleText = 'Unable to switch role.';
export const activeRoleText = 'Active role';
